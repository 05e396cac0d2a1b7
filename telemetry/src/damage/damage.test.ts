// @slow

import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutPart, flipPart, partFolders } from '../../testing/damageParts.ts'
import { erasedNamesOf } from '../../testing/erasedNamesOf.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { rememberedParts } from '../damagedMonths.ts'
import { clientsToErase, noteErased } from '../erasure/erasedLists.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

/** Two clients, each with a machine, in March and in November; client 2 is the neighbour. */
const march = Date.UTC(2026, 2, 10, 6)
const hourMs = 3_600_000
let store: TestStore
let telemetry: Telemetry
/** Lies elsewhere than the store, and outlives each opening of it. */
const parts = rememberedParts()
const lines: { level: string; fields: unknown }[] = []
const at = (level: string) => (fields: unknown) => void lines.push({ level, fields })
const log = { info: at('info'), warn: at('warn'), error: at('error') }

async function reopen() {
  await telemetry?.close()
  telemetry = await store.open({ log, parts })
}

async function packsOf(clientId: number, from: number): Promise<number> {
  const [totals] = await machineTotals(telemetry, grantClientScope(clientId), {
    machineIds: [clientId],
    period: { from: new Date(from), to: new Date(from + hourMs) },
  })
  return Number(totals?.packs ?? 0)
}

/** How many samples of client 1 are in the figures. */
async function countOf(from: number): Promise<number> {
  const answer = await telemetry.context.connection.reader().query({
    query: `SELECT sum(arraySum(pieces.samples)) AS samples FROM minute_ledger FINAL
      WHERE client_id = 1 AND minute >= toDateTime(${from / 1_000})
        AND minute < toDateTime(${(from + hourMs) / 1_000})`,
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ samples: string }>()
  return Number(row?.samples)
}

/** Ten minutes of a machine; the counter falls each time, so that each sample counts by its own value. */
const samplesOf = (clientId: number, from: number) =>
  Array.from({ length: 600 }, (_, second) =>
    sampleOf({
      clientId,
      machineId: clientId,
      at: from + second * 1_000,
      packCounter: 1_000 - second,
    }),
  )

const late = (clientId: number, from: number, second: number) =>
  commitBatch(
    telemetry,
    batchOf({
      samples: [
        sampleOf({
          clientId,
          machineId: clientId,
          at: from + second * 1_000 + 500,
          packCounter: 0,
        }),
      ],
    }),
  )

beforeAll(async () => {
  store = await createTestStore({ embedded: true })
  await reopen()
  for (const from of [march, morning]) {
    await commitBatch(
      telemetry,
      batchOf({ samples: [...samplesOf(1, from), ...samplesOf(2, from)] }),
    )
  }
  await telemetry.settled()
})
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

let packs: number
let folder: string
let copy: string
const march2026 = (rows: number | null, cause: string) => [
  expect.objectContaining({ table: 'sample', month: 202603, rows, cause }),
]

/** Goes on when what waits to be checked was checked; a busy machine takes its tenth of the time for it. */
const checked = () =>
  expect.poll(() => telemetry.metrics().partsToCheck, { timeout: 45_000 }).toBe(0)

test('each part of a store that is whole is read to its end, and nothing is set aside', async () => {
  await reopen()
  await checked()
  expect(telemetry.metrics().partsChecked).toBeGreaterThan(0)
  expect(lines.filter(({ fields }) => Object(fields).err !== undefined)).toEqual([])
  expect(telemetry.damage()).toEqual([])
})

test('a late record of a month with a damaged part changes no figure of it, and goes on elsewhere', async () => {
  packs = await packsOf(1, march)
  folder = (await partFolders(telemetry, 'sample', 202603))[0] ?? ''
  copy = join(tmpdir(), `packboard-part-${process.pid}`)
  await telemetry.close()
  await cp(folder, copy, { recursive: true })
  await cutPart(folder)
  await reopen()
  await late(1, march, 300)
  await commitBatch(telemetry, batchOf({ samples: samplesOf(1, morning + hourMs / 2) }))
  await telemetry.settled()
  expect([await packsOf(1, march), await packsOf(2, march)]).toEqual([packs, packs])
  // This month goes on: there is another hour.
  expect(await packsOf(1, morning)).not.toBe(packs)
  expect(telemetry.damage()).toEqual(march2026(1_200, 'lost'))
  expect(telemetry.metrics()).toMatchObject({ damagedMonths: 1, damagedRows: 1_200 })
  expect(lines).toContainEqual({
    level: 'error',
    fields: expect.objectContaining({ table: 'sample', month: 202603, rows: 1_200 }),
  })
})

test('a part that is put back is read as a whole, and then the late record counts', async () => {
  await telemetry.close()
  await cp(copy, folder, { recursive: true })
  await reopen()
  await checked()
  await expect.poll(() => telemetry.damage()).toEqual([])
  await telemetry.settled()
  // The counter fell to 0 in between and rose to its next value again.
  expect(await packsOf(1, march)).toBe(packs)
  expect(await countOf(march)).toBe(601)
  expect(await packsOf(2, march)).toBe(packs)
})

test('a part that is gone without a trace is missed, until an operator goes on without it', async () => {
  await telemetry.close()
  await rm(folder, { recursive: true })
  await reopen()
  expect(telemetry.damage()).toEqual(march2026(1_200, 'lost'))
  await late(1, march, 301)
  await telemetry.settled()
  expect(await countOf(march)).toBe(601)

  expect(await telemetry.acceptDamage(202603)).toEqual(march2026(1_200, 'lost'))
  expect(telemetry.damage()).toEqual([])
  await telemetry.settled()
  expect(await countOf(march)).toBeLessThan(601)
  await reopen()
  expect(telemetry.damage()).toEqual([])
})

test('a part that cannot be read is set aside with an error that names its month; the rest goes on', async () => {
  const november = await packsOf(2, morning)
  const [flipped = ''] = await partFolders(telemetry, 'sample', 202611)
  await flipPart(flipped)
  const edge = { from: new Date(morning + 90_500), to: new Date(morning + 150_500) }
  await expect(
    machineTotals(telemetry, grantClientScope(2), { machineIds: [2], period: edge }),
  ).rejects.toMatchObject({
    code: 'records.damaged',
    message: 'Figures of November 2026 cannot be read: their records are damaged.',
  })
  await expect.poll(() => telemetry.damage()).toMatchObject([{ month: 202611, cause: 'lost' }])
  // Whether it was stored is looked up in that month.
  await late(2, morning, 30)
  await late(2, march, 400)
  await telemetry.settled()
  expect(await packsOf(2, morning)).toBe(november)
  await telemetry.acceptDamage(202611)
  expect(telemetry.damage()).toEqual([])
})

test('a part that cannot be read does not keep the store from opening', async () => {
  const before = await packsOf(2, march)
  await telemetry.close()
  await cp(copy, folder, { recursive: true })
  await flipPart(folder)
  await reopen()
  await checked()
  await expect.poll(() => telemetry.damage()).toMatchObject([{ table: 'sample', month: 202603 }])
  await late(2, march, 401)
  await telemetry.settled()
  expect(await packsOf(2, march)).toBe(before)
})

const may = Date.UTC(2026, 4, 10, 6)
const damaged = () => telemetry.damage().map(({ table, month, rows }) => [table, month, rows])
const sql = (query: string) => telemetry.context.connection.writer().command({ query })

test('records that come after a loss do not hide it, and a copy in "detached" is put back beside them', async () => {
  await telemetry.acceptDamage(202603)
  await commitBatch(telemetry, batchOf({ samples: [...samplesOf(1, may), ...samplesOf(2, may)] }))
  await telemetry.settled()
  const [newest = ''] = await partFolders(telemetry, 'sample', 202605)
  const own = `${copy}-may`
  await telemetry.close()
  await cp(newest, own, { recursive: true })
  await rm(newest, { recursive: true })
  await reopen()
  const lost = [['sample', 202605, 1_200]]
  expect(damaged()).toEqual(lost)

  // The engine gives this insert the number of the lost one; it has more rows.
  const more = [...samplesOf(1, may + hourMs), ...samplesOf(2, may + hourMs)]
  await commitBatch(telemetry, batchOf({ samples: [...more, ...samplesOf(1, may + 2 * hourMs)] }))
  await telemetry.lookForDamage()
  expect(damaged()).toEqual(lost)
  await sql('OPTIMIZE TABLE sample PARTITION 202605 FINAL')
  await telemetry.lookForDamage()
  await reopen()
  expect(damaged()).toEqual(lost)

  const names = erasedNamesOf(1, { Ann: 'erased-1' })
  await noteErased(telemetry.context, names, 1)
  expect(await clientsToErase(telemetry, names)).toEqual([])
  await cp(own, join(dirname(newest), 'detached', basename(newest)), { recursive: true })
  await rm(own, { recursive: true })
  // The first look may have found it half copied; one that is alike at the next is taken.
  await telemetry.lookForDamage()
  await telemetry.lookForDamage()
  await checked()
  await expect.poll(damaged).toEqual([])
  // In the copy may stand names that were erased since.
  expect(await clientsToErase(telemetry, names)).toEqual([1])
  await telemetry.settled()
  const answer = await telemetry.context.connection.reader().query({
    query: 'SELECT toUInt32(count()) AS rows FROM sample WHERE toYYYYMM(at) = 202605',
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toEqual([{ rows: 3_000 }])
  expect(await countOf(may)).toBe(600)
  expect(await countOf(may + hourMs)).toBe(600)
})

test.each([
  ['deleted', 'sample', (part: string) => rm(part, { recursive: true })],
  ['deleted', 'minute_ledger', (part: string) => rm(part, { recursive: true })],
  ['cut', 'alarm', cutPart],
  ['flipped', 'audit', flipPart],
] as const)(
  'a part that is %s below a running store is missed in %s',
  async (_how, table, break_) => {
    await commitBatch(
      telemetry,
      batchOf({
        samples: [sampleOf({ clientId: 1, machineId: 1, at: may + 5 * hourMs })],
        alarms: [alarmOf({ clientId: 1, machineId: 1, raisedAt: may })],
        audits: [auditOf({ clientId: 1, machineId: 1, at: may })],
      }),
    )
    await telemetry.settled()
    await telemetry.lookForDamage()
    // From here on nothing reads it by itself.
    await checked()
    const [part = ''] = await partFolders(telemetry, table, 202605)
    await break_(part)
    await telemetry.lookForDamage()
    await expect
      .poll(() => telemetry.damage())
      .toMatchObject([{ table, month: 202605, cause: 'lost' }])
    await telemetry.acceptDamage(202605)
    await telemetry.settled()
    await reopen()
    expect(telemetry.damage()).toEqual([])
  },
)

test('a late record that is the first to meet a part that cannot be read is stored at once, with one error', async () => {
  const july = Date.UTC(2026, 6, 10, 6)
  await commitBatch(telemetry, batchOf({ samples: [...samplesOf(1, july), ...samplesOf(2, july)] }))
  await telemetry.settled()
  await reopen()
  await checked()
  const [part = ''] = await partFolders(telemetry, 'sample', 202607)
  await flipPart(part)
  lines.splice(0)
  await late(2, july, 30)
  expect(telemetry.metrics()).toMatchObject({ commitsFailed: 0 })
  expect(telemetry.damage()).toMatchObject([{ table: 'sample', month: 202607, cause: 'lost' }])
  expect(lines.filter(({ level }) => level === 'error')).toEqual([
    { level: 'error', fields: expect.objectContaining({ table: 'sample', month: 202607 }) },
  ])
  await telemetry.acceptDamage(202607)
  await telemetry.settled()
})

test('a flip below a running store is known in a table that only a start reads', async () => {
  // The first look at a store reads these parts.
  await telemetry.lookForDamage()
  const [part = ''] = await partFolders(telemetry, 'schema_version', 'all')
  await flipPart(part)
  await telemetry.lookForDamage()
  await expect
    .poll(() => telemetry.damage())
    .toMatchObject([{ table: 'schema_version', month: 0, cause: 'lost' }])
  await telemetry.acceptDamage(0)
  await reopen()
  expect(telemetry.damage()).toEqual([])
})

test('a part that was put back and merged before anything looked is back', async () => {
  const [newest = ''] = await partFolders(telemetry, 'sample', 202603)
  const own = `${copy}-merged`
  await telemetry.close()
  await cp(newest, own, { recursive: true })
  await rm(newest, { recursive: true })
  await reopen()
  expect(telemetry.damage()).toMatchObject([{ table: 'sample', month: 202603, cause: 'lost' }])
  await late(2, march, 500)
  const name = basename(newest)
  await cp(own, join(dirname(newest), 'detached', name), { recursive: true })
  await rm(own, { recursive: true })
  await sql(`ALTER TABLE sample ATTACH PART '${name}'`)
  await sql('OPTIMIZE TABLE sample PARTITION 202603 FINAL')
  await telemetry.lookForDamage()
  await checked()
  await expect.poll(() => telemetry.damage()).toEqual([])
})

test.each([
  ['written', 0],
  ['merged from parts that were known', 2],
])('a part that was %s and cut between two looks is put back from a copy', async (_how, known) => {
  const from = may + (8 + 2 * known) * hourMs
  const before = await partFolders(telemetry, 'sample', 202605)
  const written = async () =>
    (await partFolders(telemetry, 'sample', 202605)).filter((part) => !before.includes(part))
  for (let part = 0; part < known; part += 1) {
    await commitBatch(telemetry, batchOf({ samples: samplesOf(1, from + (2 + part) * hourMs) }))
  }
  await telemetry.lookForDamage()
  await commitBatch(telemetry, batchOf({ samples: [...samplesOf(1, from), ...samplesOf(2, from)] }))
  if (known > 0) await sql('OPTIMIZE TABLE sample PARTITION 202605 FINAL')
  const [part = ''] = await written()
  const own = `${copy}-between`
  await cp(part, own, { recursive: true })
  await cutPart(part)
  const edge = { from: new Date(from + 90_500), to: new Date(from + 150_500) }
  await machineTotals(telemetry, grantClientScope(2), { machineIds: [2], period: edge }).catch(
    () => undefined,
  )
  const lost = [{ table: 'sample', month: 202605, cause: 'lost' }]
  await expect.poll(() => telemetry.damage()).toMatchObject(lost)
  await cp(own, join(dirname(part), 'detached', basename(part)), { recursive: true })
  await rm(own, { recursive: true })
  await telemetry.lookForDamage()
  await telemetry.lookForDamage()
  await checked()
  await expect.poll(() => telemetry.damage()).toEqual([])
})

test('an empty store in the place of one that held records says all that is missing', async () => {
  const empty = await createTestStore()
  const known = rememberedParts()
  const part = { from: 1, to: 7, rows: 70, id: 'a' }
  const month = { table: 'sample', month: 202605, tableId: 'b', parts: [part], missing: [] }
  await known.write([{ ...month, damagedSince: null, accepted: [] }])
  const opened = await empty.open({ parts: known })
  expect(opened.damage()).toMatchObject([{ table: 'sample', month: 202605, rows: 70 }])
  await opened.close()
  await empty.remove()
})
