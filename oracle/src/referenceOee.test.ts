import { expect, test } from 'vitest'
import { goldenFrom, goldenPlant } from './goldenPlant.ts'
import { requestedAt } from './rawPlant.ts'
import type { RawSample } from './rawRecords.ts'
import { figuresOf } from './referenceOee.ts'
import { knownPlant } from './referencePlant.ts'

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

test('the golden case of D24', () => {
  const plant = knownPlant(goldenPlant(0))
  const figures = figuresOf({
    plant,
    machines: plant.known,
    span: { from: goldenFrom, to: goldenFrom + 43_200_000 },
    zone: 'UTC',
    filter: {},
    now: requestedAt,
  })
  expect(figures).toMatchObject({
    run: 30_000,
    alarm: 3_600,
    idle: 6_000,
    external: 2_400,
    ancillary: 1_800,
    offline: 1_800,
    packs: 28_000,
    rejects: 280,
    targetSource: 'recipe',
    qualityBasis: 'measured',
    lowCoverage: false,
  })
  const { availability, performance, quality, oee, machineOee, coverage } = figures
  expect([availability, performance, quality, oee, machineOee, coverage].map(rounded)).toEqual([
    72.46, 90, 98.96, 64.54, 68.51, 95.83,
  ])
})

/** One machine that runs, stands, and has made so much when it ends. */
function shift(
  times: readonly (readonly [state: number, seconds: number])[],
  ppm: number,
  made: number,
  rejected?: number,
) {
  const samples: RawSample[] = []
  let time = 0
  for (const [state, seconds] of times) {
    const packs = samples.length === 0 ? 0 : made
    const rejects = rejected === undefined ? {} : { rejects: samples.length === 0 ? 0 : rejected }
    samples.push({
      kind: 'sample',
      serialNo: 'R',
      time,
      sequence: 0,
      state,
      product: 'A',
      packs,
      ...rejects,
    })
    time += seconds * 1_000
  }
  const plant = knownPlant({
    seed: 0,
    name: 'Shift',
    premium: true,
    zone: 'UTC',
    around: 0,
    machines: [
      {
        serialNo: 'R',
        line: '',
        targetPpm: ppm,
        type: { holdMs: 86_400_000, designPpm: null, categories: {}, thresholds: [], label: '' },
      },
    ],
    recipes: new Map(),
    arrivals: [{ receivedAt: time, records: samples }],
  })
  return figuresOf({
    plant,
    machines: plant.known,
    span: { from: 0, to: time },
    zone: 'UTC',
    filter: {},
    now: requestedAt,
  })
}

test('the published examples: 480 minutes with breaks and stops, and a bagger at 60 packs a minute', () => {
  const vorne = shift(
    [
      [10, 373 * 60],
      [5, 47 * 60],
    ],
    60,
    19_271,
    423,
  )
  const { availability, performance, quality, oee } = vorne
  expect([availability, performance, quality, oee].map(rounded)).toEqual([
    88.81, 86.11, 97.8, 74.79,
  ])
  const bagger = shift(
    [
      [10, 420 * 60],
      [5, 60 * 60],
    ],
    60,
    21_000,
  )
  expect([bagger.availability, bagger.performance].map(rounded)).toEqual([87.5, 83.33])
  expect(bagger).toMatchObject({
    qualityBasis: 'not measured',
    quality: 100,
    targetSource: 'machine',
  })
})

test('nothing planned is no figure; planned and nothing made is 0', () => {
  expect(shift([[99, 60]], 60, 0)).toMatchObject({ oee: null, availability: null, quality: null })
  expect(shift([[5, 60]], 60, 0)).toMatchObject({
    oee: 0,
    availability: 0,
    performance: null,
    quality: null,
  })
})
