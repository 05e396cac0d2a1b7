import { expect, test } from 'vitest'
import { simulateLine } from '../line/simulateLine.ts'
import { linesOf } from '../plantLayout.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { productionDays } from '../shift/shifts.ts'
import { countersOf, firstRegisters, type Registers, unitsPerPack } from './counters.ts'
import { partsOfPack } from './machineDay.ts'
import { historyCadence, type Reading, readings, sampleOf } from './readings.ts'
import { poweredOff } from './states.ts'

const from = Date.parse('2026-11-02T12:00:00Z')

function report(serialNo: string, days: number): Reading[] {
  const line = linesOf(faultPlant()).find(({ machines }) =>
    machines.some((machine) => machine.serialNo === serialNo),
  )!
  let registers: Registers | undefined
  return productionDays(line.zone, from, from + days * 86_400_000).flatMap((production) => {
    const day = simulateLine(line, production, { seed: 'one', live: true }).find(
      ({ machine }) => machine.serialNo === serialNo,
    )!
    const counters = countersOf(day, registers ?? firstRegisters(day.machine))
    registers = counters.end
    return [...readings(day, counters, { from: day.from, to: day.to, cadence: historyCadence })]
  })
}

const drops = (reported: readonly Reading[]) =>
  reported.flatMap((reading, index) => {
    const before = reported[index - 1]
    return before && reading.packCounter < before.packCounter ? [[before, reading] as const] : []
  })

test('a lifetime counter never falls', () => {
  expect(drops(report('FW-101', 7))).toEqual([])
})

test('a batch counter falls to nothing at the start of a batch, and nowhere else', () => {
  const fallen = drops(report('FW-201', 7))
  expect(fallen.length).toBeGreaterThan(7)
  for (const [before, after] of fallen) {
    expect(after.packCounter).toBe(0)
    expect(after.piece.counters).not.toBe('goOn')
    // All packs had been reported: nothing is lost in the fall.
    expect(after.packs).toBe(before.packs)
  }
})

test('a 16-bit counter comes round after 65,535 and loses no pack', () => {
  const fallen = drops(report('VF-402', 7)).filter(([, { piece }]) => piece.counters !== 'exchange')
  expect(fallen.length).toBeGreaterThan(3)
  for (const [before, after] of fallen) {
    expect(65_536 - before.packCounter + after.packCounter).toBe(after.packs - before.packs)
  }
})

test('a counter of hundredths tells parts of a pack', () => {
  const reported = report('FW-302', 1)
  expect(reported.some(({ packCounter }) => !Number.isInteger(packCounter))).toBe(true)
  for (const { packCounter } of reported)
    expect(packCounter).toBe(Math.round(packCounter * 100) / 100)
})

test('true counts never fall and agree with speed × time', () => {
  const reported = report('FW-201', 3)
  for (const [index, reading] of reported.entries()) {
    if (reading.packs < (reported[index - 1]?.packs ?? 0)) throw new Error(`fell at ${reading.at}`)
  }
  const running = reported.filter(({ piece }) => piece.state === 10)
  const mean = running.reduce((sum, { speedPpm }) => sum + speedPpm, 0) / running.length
  expect(mean).toBeGreaterThan(80)
  expect(mean).toBeLessThan(220)
})

test('a sample is taken at every change, and never later than the hold limit allows', () => {
  const line = linesOf(faultPlant())[3]!
  const production = productionDays(line.zone, from, from + 1)[0]!
  for (const day of simulateLine(line, production, { seed: 'one', live: false })) {
    const counters = countersOf(day, firstRegisters(day.machine))
    const reported = [
      ...readings(day, counters, { from: day.from, to: day.to, cadence: historyCadence }),
    ]
    const changes = day.pieces
      .filter(({ state }) => state !== poweredOff)
      .map((piece) => piece.from)
    expect(reported.map(({ at }) => at)).toEqual(expect.arrayContaining(changes))
    for (const [index, { at }] of reported.entries()) {
      const next = reported[index + 1]?.at ?? at
      if (next - at > 60_000) throw new Error(`silent from ${at} to ${next}`)
    }
    const made = Math.floor((day.pieces.at(-1)!.made * unitsPerPack(day.machine)) / partsOfPack)
    expect(reported.at(-1)!.packs - reported[0]!.packs).toBe(made)
  }
})

test('what did not change is left out, and told again every ten minutes', () => {
  const line = linesOf(faultPlant())[0]!
  const production = productionDays(line.zone, from, from + 1)[0]!
  const day = simulateLine(line, production, { seed: 'one', live: false })[0]!
  const counters = countersOf(day, firstRegisters(day.machine))
  const samples = [
    ...readings(day, counters, { from: day.from, to: day.to, cadence: historyCadence }),
  ].map((reading) => sampleOf(day, reading))
  expect(samples[0]).toMatchObject({ product: expect.any(String), user: expect.any(String) })
  expect(samples.filter(({ product }) => product === undefined).length).toBeGreaterThan(
    samples.length / 2,
  )
  const reported = samples.filter(({ product }) => product !== undefined).map(({ at }) => at)
  for (const [index, at] of reported.entries()) {
    expect((reported[index + 1] ?? at) - at).toBeLessThan(1_200_000)
  }
})
