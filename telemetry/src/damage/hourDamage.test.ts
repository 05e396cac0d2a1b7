import { rm } from 'node:fs/promises'
import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flipPart, partFolders } from '../../testing/damageParts.ts'
import { hourDifferences } from '../../testing/hourDifferences.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { withoutHours } from '../../testing/withoutHours.ts'
import { rememberedParts } from '../damagedMonths.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

/** Two days of a machine of client 1, and of one of the neighbour. */
const halfHourMs = 1_800_000
const sent = 96
let store: TestStore
let telemetry: Telemetry
const parts = rememberedParts()

const totalsOf = async (clientId: number) => {
  const [totals] = await machineTotals(telemetry, grantClientScope(clientId), {
    machineIds: [clientId],
    period: { from: new Date(morning), to: new Date(morning + sent * halfHourMs) },
  })
  return [totals?.packs, totals?.samples]
}
const both = async () => [await totalsOf(1), await totalsOf(2)]
const right = [
  [(sent - 1) * 10, sent],
  [(sent - 1) * 20, sent],
]

async function hoursMade() {
  await telemetry.context.ledger.hoursSettled()
  const { alike, alone } = await hourDifferences(telemetry.context)
  expect(alone).toEqual([])
  expect(alike).toBeGreaterThan(sent / 2)
}

beforeAll(async () => {
  store = await createTestStore({ embedded: true })
  telemetry = await store.open({ parts })
  const samples = [1, 2].flatMap((clientId) =>
    Array.from({ length: sent }, (_, i) =>
      sampleOf({
        clientId,
        machineId: clientId,
        at: morning + i * halfHourMs,
        packCounter: i * 10 * clientId,
      }),
    ),
  )
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  await telemetry.lookForDamage()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

test('hours whose files are gone below a running store are made again, and no figure is incomplete', async () => {
  await hoursMade()
  const [folder = ''] = await partFolders(telemetry, 'hour_ledger', 202611)
  await rm(folder, { recursive: true })
  await telemetry.lookForDamage()
  expect(await both()).toEqual(right)
  await telemetry.lookForDamage()
  expect(telemetry.damage()).toEqual([])
  await hoursMade()
  expect(await both()).toEqual(right)
}, 60_000)

test('hours that cannot be read are read from the minutes after the query that met them', async () => {
  await telemetry.close()
  const folder = await store.open({ parts }).then(async (opened) => {
    const [found = ''] = await partFolders(opened, 'hour_ledger', 202611)
    await opened.close()
    return found
  })
  await flipPart(folder)
  telemetry = await store.open({ parts })
  await expect.poll(() => both().catch(() => undefined)).toEqual(right)
  await telemetry.lookForDamage()
  await expect.poll(() => telemetry.metrics().partsToCheck, { timeout: 45_000 }).toBe(0)
  await telemetry.lookForDamage()
  expect(telemetry.damage()).toEqual([])
  await hoursMade()
  expect(await both()).toEqual(right)
}, 90_000)

test('hours that were lost while nothing ran are made again', async () => {
  await telemetry.lookForDamage()
  const [folder = ''] = await partFolders(telemetry, 'hour_ledger', 202611)
  await telemetry.close()
  await rm(folder, { recursive: true })
  telemetry = await store.open({ parts })
  expect(telemetry.damage()).toEqual([])
  expect(await both()).toEqual(right)
  await hoursMade()
  expect(await both()).toEqual(right)
}, 60_000)

test('while minutes of a month are lost its hours are not read: figures are those of the minutes', async () => {
  const writer = telemetry.context.connection.writer()
  await writer.command({ query: 'OPTIMIZE TABLE minute_ledger FINAL' })
  await writer.command({ query: 'SYSTEM STOP MERGES minute_ledger' })
  // A quarter of an hour after the others, so that hours of which minutes are lost have others that are not.
  const samples = Array.from({ length: sent - 1 }, (_, i) =>
    sampleOf({ at: morning + i * halfHourMs + halfHourMs / 2, packCounter: i * 10 + 5 }),
  )
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  await hoursMade()
  const all = await both()
  expect(all).toEqual([[(sent - 1) * 10, 2 * sent - 1], right[1]])
  await telemetry.lookForDamage()
  const [, ...newer] = await partFolders(telemetry, 'minute_ledger', 202611)
  expect(newer.length).toBeGreaterThan(0)
  await telemetry.close()
  for (const folder of newer) await rm(folder, { recursive: true })
  telemetry = await store.open({ parts })
  expect(telemetry.damage()).toMatchObject([{ table: 'minute_ledger', month: 202611 }])
  await telemetry.context.ledger.hoursSettled()
  const left = await both()
  expect(left).toEqual(await withoutHours(both))
  expect(left).not.toEqual(all)
  await telemetry.acceptDamage(202611)
  await telemetry.settled()
  expect(await both()).toEqual(all)
  await hoursMade()
  expect(await both()).toEqual(all)
}, 60_000)
