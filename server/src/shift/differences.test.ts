import { expect, test } from 'vitest'
import type { MetricFigures } from '../figures/metricsOf.ts'
import { type ComparedShift, differences } from './differences.ts'

/** Only what is compared; the rest of the figures is not looked at. */
const figures = (packs: number, oeee: number | null, rejects: number | null) =>
  ({ packs, rejects, oee: { oee: oeee } }) as MetricFigures

type CauseTotal = ComparedShift['contexts'][number]
type Stop = readonly [machineId: number, cause: string, seconds: number]
const shift = (
  stops: readonly Stop[],
  own: MetricFigures = figures(1_000, 90, null),
): ComparedShift => ({
  figures: own,
  contexts: [
    {
      ...{ machineId: 1, causeGroup: '', cause: '', ms: 9e6, stops: 0, packs: 0n, rejects: null },
      category: 'run',
    },
    ...stops.map(
      ([machineId, cause, seconds]): CauseTotal => ({
        ...{ machineId, causeGroup: 'Film', cause, ms: seconds * 1_000 },
        ...{ stops: 1, packs: 0n, rejects: null },
        category: 'alarm',
      }),
    ),
  ],
})
const between = (now: ComparedShift, before: ComparedShift, showsOeee = true) =>
  differences(now, before, { serialOf: (id) => `M-${id}`, showsOeee })
const nothing = { machineId: null, cause: '', group: '' }

test('causes at one machine, the largest difference first; a cause that did not occur has no time before', () => {
  const now = shift([
    [1, 'Snap', 900],
    [2, 'Snap', 500],
    [2, 'Jam', 5_000],
  ])
  const before = shift([
    [1, 'Snap', 300],
    [2, 'Snap', 300],
    [3, 'Jam', 2_000],
  ])
  expect(between(now, before)).toEqual([
    { what: 'cause', machineId: 'M-2', cause: 'Jam', group: 'Film', now: 5_000, before: null },
    { what: 'cause', machineId: 'M-3', cause: 'Jam', group: 'Film', now: 0, before: 2_000 },
    { what: 'cause', machineId: 'M-1', cause: 'Snap', group: 'Film', now: 900, before: 300 },
  ])
})

test('less than five minutes of a cause is no difference', () => {
  expect(between(shift([[1, 'Snap', 599]]), shift([[1, 'Snap', 300]]))).toEqual([
    { what: 'stopTime', ...nothing, now: 599, before: 300 },
  ])
  expect(between(shift([[1, 'Snap', 310]]), shift([[1, 'Snap', 300]]))).toEqual([])
})

test('figures follow the causes: two points of OEEE, three percent of packs, twenty of stop time and rejects', () => {
  const now = shift([], figures(1_030, 92, 12))
  expect(between(now, shift([], figures(1_000, 90, 10)))).toEqual([
    { what: 'oeee', ...nothing, now: 92, before: 90 },
    { what: 'packs', ...nothing, now: 1_030, before: 1_000 },
    { what: 'rejects', ...nothing, now: 12, before: 10 },
  ])
  expect(between(now, shift([], figures(1_001, 90.1, 10.1)))).toEqual([])
  expect(between(now, shift([], figures(1_030, 90, 12)), false)).toEqual([])
  // What was not measured then is not compared.
  expect(between(now, shift([], figures(1_030, null, null)))).toEqual([])
})
