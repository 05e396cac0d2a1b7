import type { Target } from '@packboard/model'
import { expect, test } from 'vitest'
import { contextOf } from '../../testing/contexts.ts'
import { metricsOf, type TargetOf } from './metricsOf.ts'
import type { FigureBasis } from './readBasis.ts'
import { statusSlices } from './slices.ts'

const targets: Record<string, number> = { A: 60, B: 80 }
const targetOf: TargetOf = (_machineId, product): Target => {
  const ppm = targets[product]
  return ppm === undefined ? { ppm: null, source: null } : { ppm, source: 'recipe' }
}

/** The golden case of D24 as rows of the ledger, on two machines and in several states. */
const golden = [
  contextOf({ seconds: 24_000.5, packs: 20_000, rejects: 280 }),
  contextOf({ machineId: 2, seconds: 5_999.5, product: 'B', packs: 4_000, rejects: 0 }),
  contextOf({
    state: 21,
    category: 'alarm',
    seconds: 3_600,
    causeGroup: 'Film',
    cause: 'Snap',
    packs: 3_999.5,
    rejects: 0,
  }),
  contextOf({ state: 5, category: 'idle', seconds: 3_600, cause: 'Stopped' }),
  contextOf({ state: 19, category: 'idle', seconds: 2_400, cause: 'Downstream' }),
  contextOf({ state: 9, category: 'ancillary', seconds: 1_800, cause: 'Starting' }),
  // Counted during a gap: packs of the product, no time.
  contextOf({ category: 'offline', packs: 0.5, rejects: 0 }),
]
const basisOf = (contexts = golden, filtered = false): FigureBasis => ({
  contexts,
  whole: golden,
  windowMs: 43_200_000,
  filtered,
})

test('the golden case (D24)', () => {
  const { packs, rejects, time, windowSeconds, oee } = metricsOf(basisOf(), targetOf)
  expect({ packs, rejects, windowSeconds }).toEqual({
    packs: 28_000,
    rejects: 280,
    windowSeconds: 43_200,
  })
  expect(time).toEqual({
    run: 30_000,
    alarm: 3_600,
    idle: 6_000,
    ancillary: 1_800,
    unknown: 0,
    offline: 1_800,
    external: 2_400,
  })
  const figures = [
    oee.availability,
    oee.performance,
    oee.quality,
    oee.oee,
    oee.machineOee,
    oee.coverage,
  ]
  expect(figures.map((figure) => figure?.toFixed(2))).toEqual([
    '72.46',
    '90.00',
    '98.96',
    '64.54',
    '68.51',
    '95.83',
  ])
  expect(oee).toMatchObject({
    targetSource: 'recipe',
    qualityBasis: 'measured',
    lowCoverage: false,
  })
})

test('packs and times of products add up to the total, and so do those of machines', () => {
  const total = metricsOf(basisOf(), targetOf)
  for (const part of ['product', 'machineId'] as const) {
    const parts = [...new Set(golden.map((context) => context[part]))].map((value) =>
      metricsOf(
        basisOf(
          golden.filter((context) => context[part] === value),
          true,
        ),
        targetOf,
      ),
    )
    expect(parts.reduce((sum, { packs }) => sum + packs, 0)).toBe(total.packs)
    expect(parts.reduce((sum, { time }) => sum + time.run, 0)).toBe(total.time.run)
    expect(parts.reduce((sum, { time }) => sum + time.idle, 0)).toBe(total.time.idle)
  }
})

test('coverage, offline time and the window speak of the whole window, whatever is filtered', () => {
  const filtered = metricsOf(
    basisOf(
      golden.filter(({ product }) => product === 'B'),
      true,
    ),
    targetOf,
  )
  expect(filtered.time.offline).toBe(1_800)
  expect(filtered.windowSeconds).toBe(43_200)
  expect(filtered.oee.coverage?.toFixed(2)).toBe('95.83')
  expect(filtered.oee.availability).toBe(100)
})

test('the Machine Status pie is the window; under a filter offline time has no place', () => {
  const slices = statusSlices(basisOf())
  expect(slices).toEqual([
    { category: 'run', seconds: 30_000 },
    { category: 'idle', seconds: 6_000 },
    { category: 'alarm', seconds: 3_600 },
    { category: 'ancillary', seconds: 1_800 },
    { category: 'offline', seconds: 1_800 },
  ])
  expect(slices.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(43_200)
  expect(statusSlices(basisOf([], true)).map(({ category }) => category)).toEqual([
    'run',
    'idle',
    'alarm',
    'ancillary',
  ])
})

test('a window without machines has no figures and no length', () => {
  const nothing = metricsOf({ contexts: [], whole: [], windowMs: 0, filtered: false }, targetOf)
  expect(nothing).toMatchObject({ packs: 0, rejects: null, windowSeconds: 0 })
  expect(nothing.oee).toMatchObject({ oee: null, coverage: null })
})

test('a product without a target leaves OEEE open, its packs and times stand (D22)', () => {
  const contexts = [...golden, contextOf({ product: 'C', packs: 1 })]
  const { oee, packs } = metricsOf(basisOf(contexts), targetOf)
  expect(oee).toMatchObject({ oee: null, performance: null, targetSource: null })
  expect(packs).toBe(28_001)
})
