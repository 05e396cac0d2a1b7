import { expect, test } from 'vitest'
import { compare, goodFactory, oeees, play } from '../fit/fit.ts'
import { simulateLine } from '../line/simulateLine.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { mayFollow, poweredOff, State } from '../machine/states.ts'
import { linesOf, machinesOf } from '../plantLayout.ts'
import { productionDay } from '../shift/shifts.ts'
import { factory } from './factory.ts'
import { plants } from './plants.ts'

/** Monday to Sunday. */
const [from, until] = [Date.parse('2026-11-09T07:00:00Z'), Date.parse('2026-11-16T04:00:00Z')]
const played = play(factory(), { seed: 'packboard', from, until })
const daysOf = (serialNo: string): MachineDay[] =>
  played.flatMap(({ day }) => (day.machine.serialNo === serialNo ? [day] : []))

test('the machines are the same in every plant', () => {
  const serials = Object.values(plants).map((plant) =>
    machinesOf(plant()).map(({ serialNo }) => serialNo),
  )
  for (const other of serials) expect(other).toEqual(serials[0])
})

test('its hours, stops and alarms lie where those of PIADE do', () => {
  const far = compare(played).filter(({ distance, bound }) => !(distance <= bound))
  expect(far).toEqual([])
})

test('most machines are good ones, with a handful of stops an hour at most', () => {
  const [low, high] = goodFactory.oeee
  for (const { serialNo, oeee, stopsPerHour, alarmsPerHour, isTroubled } of oeees(played)) {
    if (serialNo === 'FW-301' || serialNo === 'FW-302') expect(oeee).toBeLessThan(low)
    if (isTroubled) continue
    expect(oeee, serialNo).toBeGreaterThan(low)
    expect(oeee, serialNo).toBeLessThan(high)
    expect(stopsPerHour, serialNo).toBeLessThan(goodFactory.stopsPerHour)
    expect(alarmsPerHour, serialNo).toBeLessThan(goodFactory.alarmsPerHour)
  }
})

test('every change of state is one that PackML or the maker allows', () => {
  const wrong = played.flatMap(({ day: { pieces } }) =>
    pieces.flatMap(({ state }, index) => {
      const before = pieces[index - 1]?.state ?? state
      return before === state || mayFollow(before, state) ? [] : [`${before} → ${state}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('seals of FW-202 fail from the change of its temperature until it is set back', () => {
  const worked = daysOf('FW-202').slice(0, 6)
  expect(worked).toHaveLength(6)
  for (const { from, to, audits, alarms } of worked) {
    const changes = audits.filter(
      ({ description, valueBefore, valueAfter }) =>
        description.includes('front jaw') &&
        Math.abs(Number(valueAfter) - Number(valueBefore)) === 9,
    )
    expect(changes.map(({ userGroup }) => userGroup)).toEqual(['Operator', 'Maintenance'])
    const [lowered = from, setBack = to] = changes.map(({ at }) => at)
    const failures = alarms.filter(({ description }) => description.startsWith('Seal value under'))
    const during = failures.filter(({ raisedAt }) => raisedAt > lowered && raisedAt < setBack)
    const perMs = during.length / (setBack - lowered)
    const otherwise = (failures.length - during.length) / (to - from - (setBack - lowered))
    expect(perMs).toBeGreaterThan(10 * otherwise)
  }
})

test('FW-301 stands for FW-302 more than for anything else', () => {
  const ms = new Map<number, number>()
  for (const { pieces, to } of daysOf('FW-301')) {
    pieces.forEach(({ from, state, paceTenths }, index) => {
      if (paceTenths > 0 || state === poweredOff) return
      ms.set(state, (ms.get(state) ?? 0) + (pieces[index + 1]?.from ?? to) - from)
    })
  }
  const external = (ms.get(State.Downstream) ?? 0) + (ms.get(State.Suspended) ?? 0)
  const other = [...ms].flatMap(([state, own]) =>
    state === State.Downstream || state === State.Suspended ? [] : [own],
  )
  expect(external).toBeGreaterThan(2 * Math.max(...other))
  const crosswise = (serialNo: string) =>
    daysOf(serialNo).flatMap(({ alarms }) => alarms.filter(({ code }) => code === 'A301')).length
  const most = Math.max(
    ...machinesOf(factory()).map(({ serialNo }) =>
      serialNo === 'FW-302' ? 0 : crosswise(serialNo),
    ),
  )
  expect(crosswise('FW-302')).toBeGreaterThan(5 * most)
})

test('nights have a break, and one line rests on Sundays', () => {
  const friday = daysOf('FW-101')[4]!
  const night = friday.from + 16 * 3_600_000
  const breaks = friday.pieces.filter(
    ({ from: since, state }, index) =>
      since > night &&
      state === State.Held &&
      (friday.pieces[index + 1]?.from ?? friday.to) - since > 15 * 60_000,
  )
  expect(breaks).toHaveLength(1)
  const sunday = played.filter(
    ({ line, day }) =>
      line.client === 'northfield-confectionery' && new Date(day.from).getUTCDay() === 0,
  )
  const resting = sunday.flatMap(({ day: { machine, pieces } }) =>
    pieces.every(({ state }) => state === poweredOff) ? [machine.serialNo] : [],
  )
  expect(sunday).toHaveLength(8)
  expect(resting).toEqual(['VF-401', 'VF-402'])
})

test('on a day on which the demo runs, each shift begins with a long stop after a change of its setting', () => {
  const lines = linesOf(factory()).filter(({ client }) => client === 'northfield-confectionery')
  const day = productionDay('Europe/London', '2026-11-11')
  const longIn = (live: boolean) =>
    [0, 8, 16].map((hours) => {
      const begin = day.from + hours * 3_600_000
      return lines
        .flatMap((line) => simulateLine(line, day, { seed: 'packboard', live }))
        .flatMap(({ machine, alarms, audits }) =>
          alarms.flatMap(({ raisedAt, clearedAt, description }) => {
            const isEarly = raisedAt > begin && raisedAt < begin + 20 * 60_000
            const isLong = clearedAt - raisedAt > 15 * 60_000
            const before = audits.findLast(({ at }) => at < raisedAt)
            return isEarly && isLong && before && before.at > raisedAt - 30 * 60_000
              ? [[machine.serialNo, description, before.description]]
              : []
          }),
        )
    })
  const found = longIn(true)
  expect(found[0]).toContainEqual([
    'FW-101',
    'Front jaw temperature under set point',
    'Seal temperature front jaw (°C)',
  ])
  expect(found[1]).toContainEqual([
    'FW-201',
    'Film snapped between reel and former',
    'Film tension (%)',
  ])
  expect(found[2]).toContainEqual([
    'FW-102',
    'Rear jaw temperature over set point',
    'Seal temperature rear jaw (°C)',
  ])
  expect(longIn(false).flat().length).toBeLessThan(3)
})
