import { stateTimesOf } from '@packboard/model'
import fc from 'fast-check'
import type { LedgerSample } from '../src/ledger/fold/ledgerRecords.ts'
import { minuteMs } from '../src/ledger/fold/minute.ts'
import { anySamples, storyMinutes, storyStart } from './anyRecords.ts'

const segment = fc.record({
  state: fc.constantFrom(10, 11, 5, 8, 19, 20, 3),
  ms: fc.oneof(
    fc.integer({ min: 1, max: 200_000 }),
    fc.integer({ min: 1, max: 200 }).map((s) => s * 1_000),
  ),
})
type Segment = { readonly state: number; readonly ms: number }

/** How a sample says the times: not at all, one state, rounded to seconds, exactly, or since a counter was cleared. */
const way = fc.constantFrom('not', 'own', 'seconds', 'exactly', 'exactly', 'cleared')

/** The days of `anySamples` on a machine that counts the time of its states, and mostly says so. */
export const anyTimedSamples = fc
  .record({
    samples: anySamples,
    segments: fc.array(segment, { minLength: 1, maxLength: 12 }),
    ways: fc.array(way, { minLength: 40, maxLength: 40 }),
    follows: fc.boolean(),
  })
  .map(({ samples, segments, ways, follows }) =>
    samples.map((sample, index): LedgerSample => {
      const how = ways[index] ?? 'not'
      if (sample.death || how === 'not') return sample
      const { state, times } = truthAt(segments, sample.sourceAt - storyStart)
      const kept = [...times].flatMap(([code, ms]): [number, number][] => {
        if (how === 'own') return code === state ? [[code, ms]] : []
        if (how === 'seconds') return [[code, Math.floor(ms / 1_000) * 1_000]]
        return how === 'cleared' && code === state ? [[code, ms % 30_000]] : [[code, ms]]
      })
      return { ...sample, ...(follows && { state }), stateTimes: stateTimesOf(kept) }
    }),
  )

/** Past the last segment the first one follows. */
function truthAt(segments: readonly Segment[], at: number) {
  const times = new Map(segments.map(({ state }) => [state, 7 * minuteMs]))
  let left = Math.min(Math.max(at, 0), 2 * storyMinutes * minuteMs)
  for (let place = 0; ; place = (place + 1) % segments.length) {
    const { state, ms } = segments[place] ?? { state: 10, ms: minuteMs }
    const spent = Math.min(ms, left)
    times.set(state, (times.get(state) ?? 0) + spent)
    left -= spent
    if (spent < ms || left === 0) return { state, times }
  }
}
