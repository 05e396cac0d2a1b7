import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyLongStory, longStoryMs } from '../../../testing/longStory.ts'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { playStory } from '../../../testing/playStory.ts'
import type { Telemetry } from '../../store.ts'
import { CachedMinutes, cachedMs, type MachineMinutes } from '../cachedMinutes.ts'
import { readPieceMinutes } from './readPieces.ts'

let telemetry: Telemetry
let nextMachine = 1
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

/** Pieces of one minute are stored in any order. */
const contentOf = (minutes: MachineMinutes | null, from: number, to: number) => ({
  contexts: minutes?.contexts(from, to).map(textOf).sort(),
  minutes: [...(minutes?.minutes(from, to) ?? [])].map((minute) => ({
    ...minute,
    pieces: minute.pieces.map(textOf).sort(),
  })),
  modes: minutes?.modes(from, to),
  spans: [...(minutes?.spans(from, to) ?? [])],
})
const textOf = (value: object) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))

test('minutes that are read from the store are what the rounds of the ledger have left in memory', async () => {
  await fc.assert(
    fc.asyncProperty(anyLongStory, async (story) => {
      const place = { clientId: 1, machineId: nextMachine++ }
      await playStory(telemetry, place, story)
      await telemetry.settled()
      const end = story.start + 2 * longStoryMs
      const cached = await telemetry.context.ledger.read([place.machineId], end, async (view) =>
        view.minutesOf(place),
      )
      const from = Math.max(cached?.from ?? Number.NaN, end - longStoryMs - cachedMs)
      const found = await readPieceMinutes(telemetry.context, [{ ...place, from, to: null }])
      const read = new CachedMinutes()
      read.begin(place, from, found.get(place.machineId) ?? [])
      expect(contentOf(read.of(place), from, end)).toEqual(contentOf(cached, from, end))
    }),
    runsOfProperty({ deep: 20, daily: 4 }),
  )
}, 120_000)
