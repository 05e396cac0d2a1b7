// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyLongStory, longStoryMs } from '../../testing/longStory.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { playStory } from '../../testing/playStory.ts'
import { CachedMinutes, MachineMinutes } from '../ledger/cachedMinutes.ts'
import { CachedReads, type StopTime } from '../ledger/cachedReads.ts'
import type { Telemetry } from '../store.ts'
import { stops } from './stops.ts'

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

async function withoutMemory<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const none = [
    vi.spyOn(CachedReads.prototype, 'of').mockReturnValue(undefined),
    vi.spyOn(CachedMinutes.prototype, 'of').mockReturnValue(null),
  ]
  try {
    return await ask()
  } finally {
    for (const one of none) one.mockRestore()
  }
}

/** The engine gives the contexts of a part in any order. */
const inOrder = (times: readonly StopTime[]) =>
  times.map((time) => JSON.stringify(Object.entries(time).sort())).sort()

const edge = fc.integer({ min: -longStoryMs / 4, max: longStoryMs / 4 })

test('days, hours and minutes that are remembered are forgotten before a record changes them: stops are right at once and later, over midnight and to the ms', async () => {
  let [remembered, ofMinutes] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anyLongStory, anyLongStory, edge, edge, async (story, more, begin, end) => {
      const place = { clientId: 1, machineId: nextMachine++ }
      const neighbour = { clientId: 2, machineId: nextMachine++ }
      for (const one of [place, neighbour]) await playStory(telemetry, one, story)
      const machineIds = [place.machineId, neighbour.machineId]
      const ask = async (from = story.start + begin, to = story.start + longStoryMs + end) => {
        const found = await stops(telemetry, grantClientScope(1), {
          ...{ machineIds, filter: {}, period: { from: new Date(from), to: new Date(to) } },
        })
        return found.map((stop) => ({
          ...stop,
          times: inOrder(stop.times),
          pieces: stop.pieces.map((piece) => ({ ...piece, times: inOrder(piece.times) })),
        }))
      }
      await settled()
      const minutes = vi.spyOn(MachineMinutes.prototype, 'minutes')
      await ask(story.start - longStoryMs)
      ofMinutes += minutes.mock.calls.length
      minutes.mockRestore()
      const of = vi.spyOn(CachedReads.prototype, 'of')
      const warm = await ask()
      remembered += of.mock.results.filter(({ value }) => value?.length > 0).length
      of.mockRestore()
      expect(warm).toEqual(await withoutMemory(ask))
      expect(warm.every(({ machineId }) => machineId === place.machineId)).toBe(true)

      // Late records, in between and with other content.
      await playStory(telemetry, place, { ...more, start: story.start })
      expect(await ask()).toEqual(await withoutMemory(ask))
      await settled()
      expect(await ask()).toEqual(await withoutMemory(ask))
      expect(await ask()).toEqual(await withoutMemory(ask))
    }),
    { ...runsOfProperty({ deep: 12, daily: 1 }), endOnFailure: true },
  )
  expect(remembered).toBeGreaterThan(0)
  expect(ofMinutes).toBeGreaterThan(0)
}, 240_000)
