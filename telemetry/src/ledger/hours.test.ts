// @slow

import { setTimeout as sleep } from 'node:timers/promises'
import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { erasedNamesOf } from '../../testing/erasedNamesOf.ts'
import { fillMinutes } from '../../testing/fillMinutes.ts'
import { hourDifferences } from '../../testing/hourDifferences.ts'
import { anyLongStory } from '../../testing/longStory.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { playStory } from '../../testing/playStory.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import { eraseNames } from '../erasure/eraseNames.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { hourMs } from './fold/minute.ts'

const day = 24 * hourMs
let store: TestStore
let telemetry: Telemetry
let nextMachine = 1
beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const keeps = (minutes: number, ofClient: [number, number][] = []) => ({
  raw: { days: 10_000, ofClient: new Map(ofClient) },
  minutes: { days: minutes, ofClient: new Map(ofClient) },
})

async function reopen(options: Parameters<TestStore['open']>[0] = {}) {
  await telemetry.close()
  telemetry = await store.open(options)
}

const settled = async () => {
  await telemetry.settled()
  await telemetry.context.ledger.hoursSettled()
}

const command = (query: string) =>
  telemetry.context.connection.writer().command({
    query,
    clickhouse_settings: { wait_end_of_query: 1 },
  })

/** Two days of two machines, 1 of client 1 and 2 of the neighbour, a record each half hour. */
async function twoDays(offset = 0) {
  const places = [
    { clientId: 1, machineId: 901 + offset },
    { clientId: 2, machineId: 902 + offset },
  ]
  for (const place of places) {
    const samples = Array.from({ length: 96 }, (_, i) =>
      sampleOf({
        ...place,
        at: morning + i * 1_800_000,
        state: i % 5 === 0 ? 5 : 10,
        product: i % 7 === 0 ? 'B' : 'A',
        packCounter: i * 10,
      }),
    )
    await commitBatch(telemetry, batchOf({ samples }))
  }
  await telemetry.settled()
  return places
}

const totalsOf = async ({ clientId, machineId }: { clientId: number; machineId: number }) => {
  const [totals] = await machineTotals(telemetry, grantClientScope(clientId), {
    machineIds: [machineId],
    period: { from: new Date(morning - 90_000), to: new Date(morning + 2 * day + 1) },
  })
  return totals
}

test('hours are the sums of their minutes after any history: late, replaced, erased, of two clients', async () => {
  await fc.assert(
    fc.asyncProperty(anyLongStory, fc.boolean(), async (story, erases) => {
      for (const clientId of [1, 2]) {
        await playStory(telemetry, { clientId, machineId: nextMachine++ }, story)
      }
      await settled()
      if (erases) {
        await eraseNames(telemetry, erasedNamesOf(1, { Ann: 'erased-1' }), [1])
      }
      const { alike, alone } = await hourDifferences(telemetry.context)
      expect(alone).toEqual([])
      expect(alike).toBeGreaterThan(0)
    }),
    { ...runsOfProperty({ deep: 5, daily: 1 }), endOnFailure: true },
  )
  expect((await verifyLedger(telemetry)).differences).toEqual([])
}, 600_000)

test('a store that has lost its hours has right figures before, during and after they are made', async () => {
  const [own, neighbour] = await twoDays()
  if (!own || !neighbour) throw new Error('No machines')
  const before = [await totalsOf(own), await totalsOf(neighbour)]
  expect(before[0]?.packs).toBe(950)
  await telemetry.close()
  telemetry = await store.open()
  await command('TRUNCATE TABLE hour_ledger')
  await reopen()
  let looks = 0
  const ready = settled()
  let done = false
  void ready.then(() => {
    done = true
  })
  while (!done) {
    expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual(before)
    looks += 1
  }
  await ready
  expect(looks).toBeGreaterThan(0)
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual(before)
  const { alike, alone } = await hourDifferences(telemetry.context)
  expect(alone).toEqual([])
  expect(alike).toBeGreaterThan(90)
  expect(telemetry.context.ledger.hoursLeft()).toEqual({ months: 0, hours: 0 })
}, 120_000)

test('the hours are made again while figures stay right, and a stop in between is made up for', async () => {
  const [own, neighbour] = await twoDays(20)
  if (!own || !neighbour) throw new Error('No machines')
  await settled()
  const before = [await totalsOf(own), await totalsOf(neighbour)]
  await command(`ALTER TABLE hour_ledger UPDATE packs = packs + 1 WHERE machine_id = ${own.machineId}
    SETTINGS mutations_sync = 2`)
  expect((await hourDifferences(telemetry.context)).alone).not.toEqual([])
  await telemetry.rebuildHours()
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual(before)
  await reopen()
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual(before)
  await settled()
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual(before)
  const { alike, alone } = await hourDifferences(telemetry.context)
  expect(alone).toEqual([])
  expect(alike).toBeGreaterThan(90)
  expect(telemetry.metrics()).toMatchObject({ hourMonthsToCheck: 0, hoursToWrite: 0 })
}, 120_000)

test('a kill between the minutes and the hours leaves hours that are not read, and are made again', async () => {
  const [own, neighbour] = await twoDays(10)
  if (!own || !neighbour) throw new Error('No machines')
  await settled()
  const before = [await totalsOf(own), await totalsOf(neighbour)]
  // What a kill leaves: minutes of a newer version, with another sum, and hours of the older one.
  await command(`INSERT INTO minute_ledger
    SELECT * REPLACE (version + 1000000 AS version, arrayMap((packs, i) -> packs + if(i = 1, 5, 0), pieces.packs, arrayEnumerate(pieces.packs)) AS \`pieces.packs\`)
    FROM minute_ledger FINAL
    WHERE machine_id = ${own.machineId} AND minute = toDateTime(${morning / 1_000 + day / 1_000}, 'UTC')`)
  await reopen()
  const added = { ...before[0], packs: (before[0]?.packs ?? 0) + 5 }
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual([added, before[1]])
  await settled()
  expect([await totalsOf(own), await totalsOf(neighbour)]).toEqual([added, before[1]])
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
}, 120_000)

test('hours that cannot be written are read from the minutes, and made when the engine can again', async () => {
  const place = { clientId: 1, machineId: 931 }
  await command('RENAME TABLE hour_ledger TO hour_ledger_away')
  try {
    const samples = Array.from({ length: 96 }, (_, i) =>
      sampleOf({ ...place, at: morning + i * 1_800_000, packCounter: i * 10 }),
    )
    await commitBatch(telemetry, batchOf({ samples }))
    await telemetry.settled()
  } finally {
    await command('RENAME TABLE hour_ledger_away TO hour_ledger')
  }
  expect((await hourDifferences(telemetry.context)).alone).not.toEqual([])
  expect(await totalsOf(place)).toMatchObject({ packs: 950, samples: 96 })
  await settled()
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
  expect(await totalsOf(place)).toMatchObject({ packs: 950, samples: 96 })
}, 120_000)

test('no hour is made of minutes that are about to be deleted', async () => {
  await fillMinutes(telemetry, {
    ...{ clientId: 3, firstMachine: 801, machines: 1, minutes: 1_440, contexts: 1 },
    from: new Date(Date.UTC(2026, 0, 1)),
  })
  await reopen({ now: () => Date.UTC(2026, 11, 31), keeps: keeps(10_000, [[3, 30]]) })
  const { damage } = telemetry.context
  const rewriting = damage.rewriting.bind(damage)
  const before = vi.spyOn(damage, 'rewriting').mockImplementation(async (table, month, work) => {
    // What the background may do at this moment: all of its hours, where nothing holds it back.
    const hours = telemetry.context.ledger.hoursSettled()
    if (table === 'minute_ledger') await Promise.race([hours, sleep(2_000)])
    return rewriting(table, month, work)
  })
  await telemetry.forgetOld()
  expect(before).toHaveBeenCalled()
  before.mockRestore()
  await settled()
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
}, 120_000)

test('hours go with the minutes that are past their retention, of that client alone', async () => {
  await settled()
  const count = async (clientId: number) => {
    const answer = await telemetry.context.connection.reader().query({
      query: `SELECT count() AS rows FROM hour_ledger WHERE client_id = ${clientId}
        AND hour < toDateTime('2026-11-01 00:00:00', 'UTC')`,
      format: 'JSONEachRow',
    })
    const [row] = await answer.json<{ rows: string }>()
    return Number(row?.rows)
  }
  const [first, second] = [await count(1), await count(2)]
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(0)
  const now = () => Date.UTC(2027, 0, 1)
  await reopen({ now, keeps: keeps(10_000, [[1, 30]]) })
  await telemetry.forgetOld()
  expect([await count(1), await count(2)]).toEqual([0, second])
  await settled()
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
  await reopen({ now, keeps: keeps(30) })
  await telemetry.forgetOld()
  expect([await count(1), await count(2)]).toEqual([0, 0])
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
}, 120_000)
