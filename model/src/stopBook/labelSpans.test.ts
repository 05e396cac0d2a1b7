import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelledParts, labelSpans, plannedParts } from './labels.ts'

const until = 30
const reasons: Record<string, { planned: boolean; overrunSeconds: number | null }> = {
  cleaning: { planned: true, overrunSeconds: null },
  // Overruns are seconds, instants here are ms.
  changeover: { planned: true, overrunSeconds: 0.004 },
  fault: { planned: false, overrunSeconds: null },
}
const planningOf = (reason: string) => reasons[reason]

const anyLabel = fc.record({
  from: fc.integer({ min: 0, max: until - 1 }),
  length: fc.integer({ min: 1, max: 12 }),
  untilRun: fc.boolean(),
  reason: fc.constantFrom('cleaning', 'changeover', 'fault', null),
})
const anyRuns = fc
  .uniqueArray(fc.integer({ min: 0, max: until }), { maxLength: 8 })
  .map((instants) => {
    const edges = instants.sort((a, b) => a - b)
    return edges.flatMap((from, i) => {
      const to = edges[i + 1]
      return i % 2 === 0 && to !== undefined ? [{ from, to }] : []
    })
  })

test('labelled time is what the stop book says of each stop between two runs', () => {
  fc.assert(
    fc.property(fc.array(anyLabel, { maxLength: 6 }), anyRuns, (entries, runs) => {
      const labels = entries.map(({ length, ...entry }, index) => ({
        ...entry,
        id: index + 1,
        to: entry.from + length,
      }))
      const ends = [...runs.map(({ from }) => from), until]
      const stops = [0, ...runs.map(({ to }) => to)].flatMap((from, index) => {
        const to = ends[index] ?? until
        return from < to ? [{ from, to }] : []
      })
      const expected: [number, number, boolean][] = []
      for (const stop of stops) {
        for (const part of plannedParts(labelledParts(stop, labels), planningOf)) {
          for (let at = part.from; at < part.to; at += 1) {
            if (part.label === null || part.planned === null) continue
            const isPlanned = part.planned && (part.overrunAt === null || at < part.overrunAt)
            expected.push([at, part.label.id, isPlanned])
          }
        }
      }
      const spans = labelSpans(labels, [...runs].reverse(), { planningOf, until })
      const found = spans.flatMap(({ from, to, label, planned }) =>
        Array.from({ length: to - from }, (_, i): [number, number, boolean] => {
          return [from + i, label, planned]
        }),
      )
      expect(found).toEqual(expected)
    }),
  )
})
