// @slow

import { datedSpans, grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyLongStory, longStoryMs } from '../../testing/longStory.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { playStory } from '../../testing/playStory.ts'
import { withoutHours } from '../../testing/withoutHours.ts'
import { CachedReads } from '../ledger/cachedReads.ts'
import { hourMs, minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { plannedTotals } from './contextTotals.ts'
import { hoursWithCuts } from './cutSums.ts'

let telemetry: Telemetry
let nextMachine = 1
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const settled = async () => {
  await telemetry.settled()
  await telemetry.context.ledger.hoursSettled()
}

const anyEdges = fc.uniqueArray(fc.integer({ min: 1, max: longStoryMs / minuteMs }), {
  minLength: 1,
  maxLength: 6,
})

/** What machines did from each of their edges on, in one text. */
async function totals(edges: ReadonlyMap<number, readonly number[]>, start: number) {
  const period = { from: new Date(start - 3 * hourMs), to: new Date(start + longStoryMs) }
  const [found = []] = await plannedTotals(telemetry, grantClientScope(1), {
    ...{ machineIds: [...edges.keys()], period, filter: {}, starts: [period.from] },
    spans: new Map([...edges].map(([id, own]) => [id, datedSpans([], own, period.to.getTime())])),
  })
  const rows = found.map((row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return rows.sort().join('\n')
}

test('sums that are divided inside of hours are those of the minutes, from the store and from memory', async () => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(anyLongStory, anyLongStory, anyEdges, anyEdges, async (story, more, a, b) => {
      const [own, second, neighbour] = [nextMachine++, nextMachine++, nextMachine++]
      const place = { clientId: 1, machineId: own }
      await playStory(telemetry, place, story)
      await playStory(telemetry, { clientId: 1, machineId: second }, more)
      await playStory(telemetry, { clientId: 2, machineId: neighbour }, story)
      const at = (minutes: readonly number[]) =>
        minutes.toSorted((x, y) => x - y).map((minute) => story.start + minute * minuteMs)
      const edges = new Map([
        [own, at(a)],
        [second, at(b)],
        [neighbour, at(a)],
      ] as const)
      const ask = () => totals(edges, story.start)
      await settled()
      const minutes = await withoutHours(ask)
      const keep = vi.spyOn(CachedReads.prototype, 'keep')
      expect(await ask()).toBe(minutes)
      read += keep.mock.calls.length
      await settled()
      expect(await ask()).toBe(minutes)
      keep.mockClear()
      expect(await ask()).toBe(minutes)
      expect(keep).not.toHaveBeenCalled()
      keep.mockRestore()

      // Late records, with other content: nothing of before is left in memory.
      await playStory(telemetry, place, { ...more, start: story.start })
      expect(await ask()).toBe(await withoutHours(ask))
      await settled()
      expect(await ask()).toBe(await withoutHours(ask))
    }),
    { ...runsOfProperty({ deep: 8, daily: 2 }), endOnFailure: true },
  )
  expect(read).toBeGreaterThan(0)
}, 240_000)

test('an hour with several cuts is one hour; those on whole hours and at the ends divide none', () => {
  const range = { clientId: 1, machineId: 7, from: 2 * hourMs, to: 9 * hourMs }
  const at = (hour: number) => hour * hourMs
  expect(hoursWithCuts(range, [1.5, 2, 3, 4.25, 4.5, 8.75, 9, 9.5].map(at))).toEqual([
    { ...range, from: at(4), to: at(5), cuts: [at(4.25), at(4.5)] },
    { ...range, from: at(8), to: at(9), cuts: [at(8.75)] },
  ])
})
