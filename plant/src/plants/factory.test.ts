import { expect, test } from 'vitest'
import { compare, goodFactory, oeees, play } from '../fit/fit.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { mayFollow, poweredOff, State } from '../machine/states.ts'
import { machinesOf } from '../plantLayout.ts'
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

test('nights have a break, Sundays are closed', () => {
  const friday = daysOf('FW-101')[4]!
  const night = friday.from + 16 * 3_600_000
  const breaks = friday.pieces.filter(
    ({ from: since, state }, index) =>
      since > night &&
      state === State.Held &&
      (friday.pieces[index + 1]?.from ?? friday.to) - since > 15 * 60_000,
  )
  expect(breaks).toHaveLength(1)
  const sunday = played.filter(({ day }) => new Date(day.from).getUTCDay() === 0)
  expect(sunday).toHaveLength(machinesOf(factory()).length)
  const states = sunday.flatMap(({ day }) => day.pieces.map(({ state }) => state))
  expect(new Set(states)).toEqual(new Set([poweredOff]))
})
