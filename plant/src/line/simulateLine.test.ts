import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { MachineDay } from '../machine/machineDay.ts'
import { mayFollow, poweredOff } from '../machine/states.ts'
import { linesOf } from '../plantLayout.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { productionDay, productionDays } from '../shift/shifts.ts'
import { simulateLine } from './simulateLine.ts'

const lines = linesOf(faultPlant())
const from = Date.parse('2026-11-02T12:00:00Z')
const week = (seed: string): MachineDay[] =>
  lines.flatMap((line) =>
    productionDays(line.zone, from, from + 6 * 86_400_000).flatMap((day) =>
      simulateLine(line, day, { seed, live: false }),
    ),
  )
const days = week('one')

test('the same seed tells the same days, another seed tells others', () => {
  expect(isDeepStrictEqual(week('one'), days)).toBe(true)
  expect(week('two')).not.toEqual(days)
})

test('a day alone is the same as the day among others', () => {
  const line = lines[2]!
  const alone = simulateLine(line, productionDay(line.zone, '2026-11-05'), {
    seed: 'one',
    live: false,
  })
  for (const machine of alone) {
    const among = days.find(
      (day) => day.machine.serialNo === machine.machine.serialNo && day.from === machine.from,
    )
    expect(among).toEqual(machine)
  }
})

test('a day is told without a hole, from its first to its last millisecond', () => {
  for (const day of days) {
    expect(day.pieces[0]?.from).toBe(day.from)
    for (const [index, piece] of day.pieces.entries()) {
      const before = day.pieces[index - 1]
      if (!Number.isSafeInteger(piece.from)) throw new Error(`${piece.from} is no whole ms`)
      if (before && piece.from <= before.from) throw new Error(`${piece.from} comes twice`)
      if (piece.from >= day.to) throw new Error(`${piece.from} lies behind the day`)
    }
  }
})

test('every change of state is one that PackML or the maker allows', () => {
  const wrong = days.flatMap((day) =>
    day.pieces.flatMap((piece, index) => {
      const before = day.pieces[index - 1]
      if (!before || before.state === piece.state || mayFollow(before.state, piece.state)) return []
      return [`${day.machine.serialNo}: ${before.state} → ${piece.state}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('all 26 states happen within a week', () => {
  const seen = new Set(days.flatMap((day) => day.pieces.map(({ state }) => state)))
  seen.delete(poweredOff)
  expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, i) => i + 1))
})

test('counts never fall, and nothing is packed while the machine is off', () => {
  for (const { pieces } of days) {
    for (const [index, piece] of pieces.entries()) {
      const before = pieces[index - 1]
      if (before && (piece.made < before.made || piece.rejected < before.rejected)) {
        throw new Error(`fell at ${piece.from}`)
      }
      if (piece.state === poweredOff && piece.paceTenths > 0) throw new Error('packs without power')
    }
  }
})

test('a machine that stands for a reason of its own blocks or starves the other one of its line', () => {
  const stood = days.flatMap(({ pieces }) =>
    pieces.filter(({ state }) => state === 16 || state === 19),
  )
  expect(stood.length).toBeGreaterThan(100)
  const single = days.filter(({ machine }) => machine.serialNo === 'FW-711')
  expect(single.flatMap(({ pieces }) => pieces).some(({ state }) => state === 16)).toBe(false)
})

test('on a day that is watched, people work around the clock, Sundays too', () => {
  const line = lines[0]!
  const sunday = productionDay(line.zone, '2026-11-08')
  const ran = (live: boolean) =>
    simulateLine(line, sunday, { seed: 'one', live })[0]!.pieces.filter(({ state }) => state === 10)
      .length
  expect(ran(true)).toBeGreaterThan(ran(false) + 50)
})
