// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyLongStory, longStoryMs } from '../../testing/longStory.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { playStory } from '../../testing/playStory.ts'
import { withoutHours } from '../../testing/withoutHours.ts'
import { contextTotals } from '../read/contextTotals.ts'
import type { Telemetry } from '../store.ts'
import { hourMs } from './fold/minute.ts'
import { PieceCache } from './pieceCache.ts'
import { PieceGrain, type StepPiece } from './pieceGrain.ts'

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

/** What a machine and its neighbour did, as one text. */
async function totals(machineIds: number[], from: number): Promise<string> {
  const period = { from: new Date(from - 3 * hourMs), to: new Date(from + longStoryMs) }
  const found = await contextTotals(telemetry, grantClientScope(1), {
    ...{ machineIds, period, filter: {} },
  })
  const rows = found.map((row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return rows.sort().join('\n')
}

test('hours that are cached are forgotten before a record changes them: figures are right at once and later', async () => {
  let fromMemory = 0
  await fc.assert(
    fc.asyncProperty(anyLongStory, anyLongStory, async (story, more) => {
      const machineId = nextMachine++
      const neighbour = nextMachine++
      const place = { clientId: 1, machineId }
      await playStory(telemetry, place, story)
      await playStory(telemetry, { clientId: 2, machineId: neighbour }, story)
      const ask = () => totals([machineId, neighbour], story.start)
      await settled()
      await ask()
      await settled()
      const before = telemetry.metrics()
      const held = vi.spyOn(PieceCache.prototype, 'parts')
      expect(await ask()).toBe(await withoutHours(ask))
      fromMemory += held.mock.results.filter(({ value }) => value.length > 0).length
      const whole = held.mock.calls.filter(([, { from, to }], i) => {
        const parts = held.mock.results[i]?.value ?? []
        return parts.at(0)?.from === from && parts.at(-1)?.to === to
      }).length
      const after = telemetry.metrics()
      expect(after.sumsFromMemory - before.sumsFromMemory).toBe(whole)
      expect(after.sumsFromStore - before.sumsFromStore).toBe(held.mock.calls.length - whole)
      held.mockRestore()

      // Late records, in between and with other content.
      await playStory(telemetry, place, { ...more, start: story.start })
      expect(await ask()).toBe(await withoutHours(ask))
      await settled()
      expect(await ask()).toBe(await withoutHours(ask))
    }),
    { ...runsOfProperty({ deep: 2, daily: 1 }), endOnFailure: true },
  )
  expect(fromMemory).toBeGreaterThan(0)
}, 240_000)

const piece = (hour: number, more: Partial<StepPiece> = {}): StepPiece => ({
  at: hour * hourMs,
  ...{ state: 10, category: 'run', product: 'A', tool: '', user: '', causeGroup: '' },
  ...{
    cause: '',
    ms: hourMs,
    packs: 1_000_000_000n,
    rejects: null,
    speedMs: hourMs,
    speedSum: 60n,
  },
  ...{ speedMin: 60, speedMax: 60, samples: 1, stops: 0 },
  ...more,
})
const range = (from: number, to: number) => ({ from: from * hourMs, to: to * hourMs })
const place = { clientId: 1, machineId: 7 }
const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => piece(from + i))

test('a range is answered as far as it is here, and to its own client alone', () => {
  const memory = new PieceGrain(hourMs, 1_000)
  memory.put({ ...place, ...range(2, 10) }, hours(2, 10))
  expect(memory.part(place, range(0, 5))).toMatchObject(range(2, 5))
  expect(memory.part({ ...place, clientId: 2 }, range(0, 5))).toBeNull()
  expect(memory.part({ ...place, machineId: 8 }, range(0, 5))).toBeNull()
  memory.forgetRange(7, range(4, 6))
  expect(memory.part(place, range(0, 20))).toMatchObject(range(6, 10))
  expect(memory.length).toBe(6)
  const [sum] = memory.part(place, range(6, 10))?.sums.contexts(6 * hourMs, 10 * hourMs) ?? []
  expect(sum).toMatchObject({ ms: 4 * hourMs, packs: 4_000_000_000n, rejects: null, samples: 4 })
})

test('it counts what it holds, and a machine whose hours are not all here as read from the store', () => {
  const sums = new PieceCache()
  expect(sums.use()).toEqual({ pieces: 0, fromMemory: 0, fromStore: 0 })
  sums.parts(place, range(0, 5), [])
  sums.put(hourMs, { ...place, ...range(0, 24) }, hours(0, 24))
  sums.put(24 * hourMs, { ...place, ...range(24, 48) }, [piece(24)])
  expect(sums.use()).toEqual({ pieces: 25, fromMemory: 0, fromStore: 1 })
  // Hours alone, hours and a day, another client's machine, a day without the hours behind it.
  sums.parts(place, range(2, 7), [])
  sums.parts(place, range(20, 48), [])
  sums.parts({ ...place, clientId: 2 }, range(2, 7), [])
  sums.parts(place, range(20, 49), [])
  expect(sums.use()).toEqual({ pieces: 25, fromMemory: 2, fromStore: 3 })
  sums.forgetAll()
  expect(sums.use()).toEqual({ pieces: 0, fromMemory: 2, fromStore: 3 })
})

test('hours without a row are cached as such', () => {
  const memory = new PieceGrain(hourMs, 1_000)
  memory.put({ ...place, ...range(0, 9) }, [])
  expect(memory.part(place, range(0, 9))?.sums.contexts(0, 9 * hourMs)).toEqual([])
})

test('what was used longest ago goes first, and nothing that was used lately is pushed out', () => {
  let now = 0
  const memory = new PieceGrain(hourMs, 20, () => now)
  const of = (machineId: number) => ({ clientId: 1, machineId, ...range(0, 6) })
  for (const machineId of [1, 2, 3]) memory.put(of(machineId), hours(0, 6))
  // There is room for two pieces.
  memory.want([{ ...place, ...range(0, 3) }])
  expect(memory.nextWanted(100)).toEqual([])
  memory.want([{ ...place, ...range(0, 2) }])
  memory.want([{ ...place, ...range(4, 6) }])
  expect(memory.nextWanted(100)).toEqual([{ ...place, ...range(0, 2) }])
  now = 700_000
  expect(memory.part({ clientId: 1, machineId: 1 }, range(0, 6))).not.toBeNull()
  memory.want([of(4)])
  expect(memory.nextWanted(100)).toEqual([of(4)])
  memory.put(of(4), hours(0, 6))
  const here = [1, 2, 3, 4].filter((machineId) =>
    memory.part({ clientId: 1, machineId }, range(0, 6)),
  )
  expect([here, memory.length]).toEqual([[1, 3, 4], 18])
})

test('what is wanted is read once, the newest first, so much at a time, and for one client at a time', () => {
  const memory = new PieceGrain(hourMs, 1_000)
  memory.want([
    { ...place, ...range(0, 10) },
    { clientId: 1, machineId: 9, ...range(2, 4) },
  ])
  memory.want([{ clientId: 2, machineId: 8, ...range(0, 3) }])
  expect(memory.nextWanted(6)).toEqual([{ ...place, ...range(4, 10) }])
  expect(memory.nextWanted(6)).toEqual([
    { ...place, ...range(0, 4) },
    { clientId: 1, machineId: 9, ...range(2, 4) },
  ])
  expect(memory.nextWanted(6)).toEqual([{ clientId: 2, machineId: 8, ...range(0, 3) }])
  expect(memory.nextWanted(6)).toEqual([])
  // What is here is not read again.
  memory.put({ ...place, ...range(2, 8) }, hours(2, 8))
  memory.want([{ ...place, ...range(0, 10) }])
  expect(memory.nextWanted(6)).toEqual([{ ...place, ...range(8, 10) }])
  expect(memory.nextWanted(6)).toEqual([{ ...place, ...range(0, 2) }])
})

test('a machine with a number that a sum would not hold exactly is read from the store', () => {
  const memory = new PieceGrain(hourMs, 1_000)
  memory.put({ ...place, ...range(0, 1) }, [piece(0, { packs: 2n ** 60n })])
  expect(memory.part(place, range(0, 1))).toBeNull()
  memory.want([{ ...place, ...range(0, 1) }])
  expect(memory.nextWanted(6)).toEqual([])
})

test('sums that nothing divides are made of days, with the hours around them', () => {
  const memory = new PieceCache()
  let woken = 0
  memory.whenWanted(() => {
    woken += 1
  })
  memory.want([{ ...place, ...range(20, 75), cuts: [] }])
  const hourly = memory.nextWanted()
  expect(hourly).toEqual({ stepMs: hourMs, ranges: [{ ...place, ...range(72, 75) }] })
  memory.put(hourMs, { ...place, ...range(72, 75) }, hours(72, 75))
  memory.put(hourMs, { ...place, ...range(20, 24) }, hours(20, 24))
  const before = { ...place, ...range(20, 24) }
  expect(memory.nextWanted()).toEqual({ stepMs: hourMs, ranges: [before] })
  const daily = memory.nextWanted()
  expect(daily).toEqual({ stepMs: 24 * hourMs, ranges: [{ ...place, ...range(24, 72) }] })
  // A day that is not wholly there is left out.
  const days = [0, 24, 48, 72].map((hour) => piece(hour, { ms: 24 * hourMs }))
  memory.put(24 * hourMs, { ...place, ...range(20, 75) }, days)
  expect(woken).toBe(1)
  expect(memory.nextWanted()).toBeUndefined()

  const held = memory.parts(place, range(20, 75), [])
  expect(held).toMatchObject([range(20, 24), range(24, 72), range(72, 75)])
  const sums = held.flatMap(({ sums: part, from, to }) => part?.contexts(from, to) ?? [])
  expect(sums.reduce((sum, { ms }) => sum + ms, 0)).toBe(55 * hourMs)
  // A cut in so few hours leaves nothing for days.
  expect(memory.parts(place, range(20, 75), [30 * hourMs])).toMatchObject([range(20, 24)])
  // What does not touch the days is no part of one answer with them.
  memory.forgetHours(7, range(23, 24))
  expect(memory.parts(place, range(20, 75), [])).toMatchObject([range(24, 72), range(72, 75)])
  memory.forgetHours(7, range(30, 31))
  expect(memory.parts(place, range(20, 75), [])).toMatchObject([range(48, 72), range(72, 75)])
})

test('a cut inside an hour leaves the days around it, and its hour to minutes', () => {
  const memory = new PieceCache()
  const cut = 245.5 * hourMs
  const window = { ...place, ...range(0, 480) }
  memory.want([{ ...window, cuts: [cut] }])
  expect(memory.nextWanted()).toEqual({
    stepMs: hourMs,
    ranges: [{ ...place, ...range(246, 264) }],
  })
  expect(memory.nextWanted()).toEqual({
    stepMs: hourMs,
    ranges: [{ ...place, ...range(240, 245) }],
  })
  const daily = [range(264, 480), range(0, 240)]
  for (const days of daily) {
    expect(memory.nextWanted()).toEqual({ stepMs: 24 * hourMs, ranges: [{ ...place, ...days }] })
    memory.put(24 * hourMs, { ...place, ...days }, [])
  }
  // Without its hours a day is not divided.
  expect(memory.parts(place, window, [cut])).toMatchObject([range(0, 240)])
  memory.put(hourMs, { ...place, ...range(240, 264) }, hours(240, 264))
  const parts = memory.parts(place, window, [cut])
  expect(parts.map(({ from, to, sums }) => [from / hourMs, to / hourMs, sums !== null])).toEqual([
    [0, 240, true],
    [240, 245, true],
    [245, 245.5, false],
    [245.5, 246, false],
    [246, 264, true],
    [264, 480, true],
  ])
})
