import { expect, test } from 'vitest'
import type { BookStop } from '../stops/bookStops.ts'
import { type CostlyStop, dearestStops, lastNote } from './stories.ts'

/** Only what an order looks at. */
const stop = (
  machineId: number,
  begin: number,
  [plannedSeconds, lostPacks]: readonly [number, number | null],
  micro = false,
): CostlyStop => ({
  stop: { machineId, from: new Date(begin), micro } as BookStop,
  ...{ plannedSeconds, lostPacks },
})
const keys = (found: readonly CostlyStop[]) => found.map((one) => one.stop.machineId)

test('the dearest stops lost most packs; what lies in breaks and micro-stops are none', () => {
  const found = [
    stop(1, 0, [600, 100]),
    stop(2, 0, [60, 900]),
    stop(3, 0, [0, 0]),
    stop(4, 0, [110, 1_000], true),
    stop(5, 0, [700, 100]),
  ]
  expect(keys(dearestStops(found))).toEqual([2, 5, 1])
  expect(keys(dearestStops(found, 1))).toEqual([2])
})

test('where one of them has no target speed they are ordered by their time', () => {
  const found = [stop(1, 0, [600, null]), stop(2, 0, [60, 900]), stop(3, 0, [900, 1])]
  expect(keys(dearestStops(found))).toEqual([3, 1, 2])
})

test('alike ones come in the order in which they began', () => {
  expect(
    keys(dearestStops([stop(2, 9, [60, 5]), stop(3, 1, [60, 5]), stop(1, 9, [60, 5])])),
  ).toEqual([3, 1, 2])
})

test('the note of a stop is the one that was written last', () => {
  const part = (id: number, note: string, at: number): BookStop['parts'][number] => ({
    ...{ from: 0, to: 1, planned: null, overrunAt: null, times: [] },
    label: {
      ...{ id, note, by: `Person ${id}`, at: new Date(at), machineId: 1, from: 0, to: 1 },
      ...{ untilRun: false, reason: null, replaces: [] },
    },
  })
  const noteOf = (...parts: BookStop['parts'][number][]) => lastNote({ parts })
  expect(noteOf(part(1, 'First', 1), part(2, 'Last', 2), part(3, '', 3))).toEqual({
    ...{ text: 'Last', by: 'Person 2', at: new Date(2) },
  })
  expect(noteOf(part(3, '', 3))).toBeNull()
})
