import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definitionTerms, differingTerms, effectiveness, knownDefinitions } from './definitions.ts'
import { type Output, oee, type Target } from './oee.ts'
import {
  closedSeconds,
  divisorSeconds,
  noTime,
  notPlannedSeconds,
  plannedSeconds,
  type TimeModel,
  windowSeconds,
} from './timeModel.ts'

const at = (ppm: number): Target => ({ ppm, source: 'recipe' })
const noTarget: Target = { ppm: null, source: null }

/** A day: 10 h run, 2 h alarm of which half from outside, 1 h idle in breaks, 3 h offline, 8 h closed. */
const day: TimeModel = {
  ...{ run: 36_000, idle: 3_600, alarm: 7_200, ancillary: 0, unknown: 0, external: 3_600 },
  offline: 10_800 + 28_800,
  unplanned: {
    break: { ...noTime, idle: 3_600 },
    closed: { ...noTime, offline: 28_800 },
  },
}
const output = (target: Target): Output => ({ packs: 30_000, rejects: 1_200, target })
const outputs = { target: [output(at(60))], nameplate: [output(at(100))] }
const results = (terms: ReturnType<typeof definitionTerms>) =>
  Object.values(knownDefinitions).map((rule) => effectiveness(rule, terms))

test('each definition divides the same packs by seconds of its own', () => {
  const terms = definitionTerms(day, outputs, 'nothing')
  expect(terms.seconds).toEqual({
    ...{ planned: 43_200, plannedWithoutExternal: 39_600, shift: 57_600, calendar: 86_400 },
  })
  const shares = [43_200, 39_600, 57_600, 86_400].map((seconds) => (100 * 28_800) / seconds)
  expect(results(terms)).toEqual(shares.map((value) => ({ value, missing: null })))
  const earlier = { dividesBy: 'calendar', speed: 'nameplate', packs: 'all' } as const
  expect(effectiveness(earlier, terms)).toEqual({
    ...{ value: (100 * 30_000 * 0.6) / 86_400, missing: null },
  })
})

test('OEEE and EN 415-11 are the figures of the cards, to the last digit', () => {
  const seconds = fc.integer({ min: 0, max: 90_000_000 }).map((ms) => ms / 1_000)
  const under = fc.record({
    ...{ run: seconds, idle: seconds, alarm: seconds, ancillary: seconds },
    ...{ unknown: seconds, offline: seconds },
  })
  fc.assert(
    fc.property(under, seconds, fc.integer({ min: 1, max: 9_999 }), (time, lost, packs) => {
      const taken = { ...noTime, idle: Math.min(time.idle, lost) }
      const external = Math.min(time.alarm, lost)
      const model: TimeModel = { ...time, external, unplanned: { break: taken } }
      const made = [{ packs, rejects: null, target: at(70) }]
      const figure = oee(model, made)
      const terms = definitionTerms(model, { target: made, nameplate: made }, 'nothing')
      const [oeee, en415] = results(terms)
      expect([oeee?.value, en415?.value]).toEqual([figure.oee, figure.machineOee])
      // What stays in the calendar beside planned time is named, and all of it is the window.
      const parts = [plannedSeconds(model), notPlannedSeconds(model), closedSeconds(model)]
      expect(parts.reduce((a, b) => a + b)).toBeCloseTo(windowSeconds(model), 3)
      expect(divisorSeconds(model, 'calendar')).toBe(windowSeconds(model))
    }),
  )
})

test('versalytics.org, "OEE, down time and TEEP": 18,000 good parts at 30 a minute in 16 of 24 hours', () => {
  const time: TimeModel = {
    ...{ ...noTime, run: 57_600, offline: 28_800 },
    unplanned: { closed: { ...noTime, offline: 28_800 } },
  }
  const made = [{ packs: 18_000, rejects: null, target: at(30) }]
  const terms = definitionTerms(time, { target: made, nameplate: made }, 'nothing')
  const [oeee, , scheduled, teep] = results(terms).map(({ value }) => value)
  expect([oeee, scheduled]).toEqual([62.5, 62.5])
  expect(teep).toBeCloseTo(41.67, 2)
})

describe('a term that is missing is named, and there is no result', () => {
  test('a target speed, or the design speed alone', () => {
    const without = definitionTerms(day, { ...outputs, target: [output(noTarget)] }, 'nothing')
    expect(results(without)).toEqual(Array(4).fill({ value: null, missing: 'target' }))
    const terms = definitionTerms(day, { ...outputs, nameplate: [output(noTarget)] }, 'nothing')
    const nameplate = { ...knownDefinitions.oeee, speed: 'nameplate' } as const
    expect(effectiveness(nameplate, terms)).toEqual({ value: null, missing: 'nameplate' })
    expect(results(terms).map(({ missing }) => missing)).toEqual(Array(4).fill(null))
  })

  test('seconds to divide by', () => {
    const closed: TimeModel = {
      ...{ ...noTime, offline: 3_600 },
      unplanned: { closed: { ...noTime, offline: 3_600 } },
    }
    const terms = definitionTerms(closed, { target: [], nameplate: [] }, 'nothing')
    expect(results(terms)).toEqual([
      ...Array(3).fill({ value: null, missing: 'noTime' }),
      { value: 0, missing: null },
    ])
  })

  test('shift and calendar of a product, and all of a cause (D78)', () => {
    expect(results(definitionTerms(day, outputs, 'context')).map(({ missing }) => missing)).toEqual(
      [...[null, null, 'filter', 'filter']],
    )
    expect(results(definitionTerms(day, outputs, 'cause'))).toEqual(
      Array(4).fill({ value: null, missing: 'cause' }),
    )
  })
})

test('the terms that differ from OEEE', () => {
  expect(Object.values(knownDefinitions).map(differingTerms)).toEqual([
    ...[[], ['dividesBy'], ['dividesBy'], ['dividesBy']],
  ])
  expect(differingTerms({ dividesBy: 'planned', speed: 'nameplate', packs: 'all' })).toEqual([
    ...['speed', 'packs'],
  ])
})
