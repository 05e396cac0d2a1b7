import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOfProperty } from '../../testing/depth.ts'
import { labelledParts, labelsIn, plannedParts, type StopLabel } from './labels.ts'

const label = (id: number, from: number, to: number, more: Partial<StopLabel> = {}): StopLabel => ({
  ...{ id, from, to, untilRun: false, reason: `reason ${id}` },
  ...more,
})
const stop = { from: 0, to: 100 }
/** From, to and the entry of each part; 0: none. */
const shown = (labels: readonly StopLabel[], of = stop) =>
  labelledParts(of, labels).map(({ from, to, label }) => [from, to, label?.id ?? 0])

describe('the parts of a stop', () => {
  test('are the whole stop without a label', () => {
    expect(shown([])).toEqual([[0, 100, 0]])
    expect(shown([label(1, 100, 120), label(2, -20, 0)])).toEqual([[0, 100, 0]])
  })

  test('split and merge: the newest label holds, the rest of the older one stays', () => {
    const whole = label(1, 0, 100)
    const part = label(2, 60, 100)
    expect(shown([whole, part])).toEqual([
      [0, 60, 1],
      [60, 100, 2],
    ])
    expect(shown([label(3, 30, 31), part, whole])).toEqual([
      [0, 30, 1],
      [30, 31, 3],
      [31, 60, 1],
      [60, 100, 2],
    ])
    expect(shown([whole, part, label(3, 0, 100)])).toEqual([[0, 100, 3]])
  })

  test('what was taken back is an entry without a reason', () => {
    const [part] = labelledParts(stop, [label(1, 0, 100), label(2, 0, 100, { reason: null })])
    expect(part?.label).toMatchObject({ id: 2, reason: null })
  })

  test('a label until the run reaches to the end of its own stop, and to no other', () => {
    const open = label(1, 10, 20, { untilRun: true })
    expect(shown([open])).toEqual([
      [0, 10, 0],
      [10, 100, 1],
    ])
    // Late records: the machine ran before the stretch, so that this is another stop.
    expect(shown([open], { from: 30, to: 60 })).toEqual([[30, 60, 0]])
    expect(shown([open, label(2, 50, 60)])).toEqual([
      [0, 10, 0],
      [10, 50, 1],
      [50, 60, 2],
      [60, 100, 1],
    ])
  })

  test('a stretch in which the machine ran after all has no part', () => {
    const across = label(1, 20, 80)
    expect(shown([across], { from: 0, to: 40 })).toEqual([
      [0, 20, 0],
      [20, 40, 1],
    ])
    expect(shown([across], { from: 60, to: 100 })).toEqual([
      [60, 80, 1],
      [80, 100, 0],
    ])
  })
})

const anyStretch = fc
  .tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length]) => ({ from, to: from + length }))
const anyLabels = fc
  .array(fc.tuple(anyStretch, fc.boolean(), fc.boolean()), { maxLength: 12 })
  .map((rows) =>
    rows.map(([{ from, to }, untilRun, back], index) =>
      label(index + 1, from, to, { untilRun, ...(back ? { reason: null } : {}) }),
    ),
  )

test('labels in any order of arrival cover each second of a stop exactly once, and the newest one holds', () => {
  fc.assert(
    fc.property(anyLabels, anyStretch, fc.infiniteStream(fc.nat()), (labels, of, order) => {
      const parts = labelledParts(of, labels)
      expect(parts[0]?.from).toBe(of.from)
      expect(parts.at(-1)?.to).toBe(of.to)
      for (const [index, part] of parts.entries()) {
        expect(part.from).toBeLessThan(part.to)
        const next = parts[index + 1]
        if (next === undefined) continue
        expect(next.from).toBe(part.to)
        expect(next.label).not.toBe(part.label)
      }
      // Second by second, from the entries alone.
      for (let at = of.from; at < of.to; at += 1) {
        const holds = labels.filter(({ from, to, untilRun }) => {
          const begin = Math.max(from, of.from)
          const own = begin < Math.min(to, of.to)
          return own && begin <= at && (untilRun || at < to)
        })
        const newest = Math.max(0, ...holds.map(({ id }) => id))
        const part = parts.find(({ from, to }) => from <= at && at < to)
        expect(part?.label?.id ?? 0).toBe(newest)
      }
      const keys = new Map(labels.map((one) => [one, order.next().value]))
      const shuffled = labels.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
      expect(labelledParts(of, shuffled)).toEqual(parts)
      const held = labelsIn(parts, of).map(({ id }) => id)
      expect(held).toEqual(
        [...new Set(parts.flatMap(({ label }) => (label ? [label.id] : [])))].sort((a, b) => a - b),
      )
    }),
    runsOfProperty({ deep: 2_000, daily: 300 }),
  )
})

describe('an overrun', () => {
  const planning = (reason: string) =>
    reason === 'reason 9' ? undefined : { planned: reason !== 'reason 3', overrunSeconds: 0.05 }
  const of = (labels: readonly StopLabel[]) =>
    plannedParts(labelledParts(stop, labels), planning).map(({ from, planned, overrunAt }) => [
      ...[from, planned, overrunAt],
    ])

  test('begins where a planned reason has lasted for so long', () => {
    expect(of([label(1, 0, 100)])).toEqual([[0, true, 50]])
    expect(of([label(1, 0, 50)])).toEqual([
      [0, true, null],
      [50, null, null],
    ])
    expect(of([label(3, 0, 100)])).toEqual([[0, false, null]])
    expect(of([label(9, 0, 100)])).toEqual([[0, false, null]])
  })

  test('counts over neighbours of one reason: a split makes no planned time', () => {
    const same = { reason: 'reason 1' }
    expect(of([label(1, 0, 30), label(2, 30, 100, same)])).toEqual([
      [0, true, null],
      [30, true, 50],
    ])
    expect(of([label(1, 0, 60), label(2, 60, 100, same)])).toEqual([
      [0, true, 50],
      [60, true, 60],
    ])
    // Another reason in between begins anew.
    expect(of([label(1, 0, 30), label(3, 30, 60), label(4, 60, 100, same)])).toEqual([
      [0, true, null],
      [30, false, null],
      [60, true, null],
    ])
  })
})
