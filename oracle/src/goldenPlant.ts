import type { RawSample } from './rawRecords.ts'
import type { RawPlant } from './referencePlant.ts'

/** The golden case of D24 begins here and lasts 43 200 s. */
export const goldenFrom = Date.parse('2026-10-01T06:00:00Z')

const second = 1_000

type Part = readonly [
  seconds: number,
  state: number,
  product: string,
  packs: number,
  rejects: number,
]

/** Seconds in a state with what was made in them: A at 60 ppm, B at 80 ppm. */
const parts: readonly Part[] = [
  [26_000, 10, 'A', 24_000, 280],
  [3_600, 18, 'A', 0, 0],
  [2_400, 16, 'A', 0, 0],
  [3_600, 13, 'A', 0, 0],
  [1_800, 6, 'A', 0, 0],
  [4_000, 10, 'B', 4_000, 0],
]

/** D24 as a machine sends it, with the last 1 800 s in silence. */
export function goldenPlant(seed: number): RawPlant {
  const serialNo = `R${seed}-golden`
  const samples: RawSample[] = []
  let time = goldenFrom
  let packs = 1_000
  let rejects = 7
  const report = (state: number, product: string) =>
    samples.push({ kind: 'sample', serialNo, time, sequence: 0, state, product, packs, rejects })
  for (const [seconds, state, product, made, bad] of parts) {
    const pieces = seconds / 50
    for (let piece = 0; piece < pieces; piece++) {
      report(state, product)
      time += 50 * second
      // The next sample reports it, assigned to this interval.
      if (piece > 0) continue
      packs += made
      rejects += bad
    }
  }
  return {
    seed,
    name: `Reference ${seed}`,
    premium: true,
    zone: 'UTC',
    around: goldenFrom,
    machines: [
      {
        serialNo,
        line: '',
        targetPpm: null,
        type: {
          label: 'Reference golden',
          holdMs: 50 * second,
          designPpm: null,
          categories: {},
          thresholds: [],
        },
      },
    ],
    recipes: new Map([
      ['A', 60],
      ['B', 80],
    ]),
    arrivals: [{ receivedAt: goldenFrom + 86_400_000, records: samples }],
  }
}
