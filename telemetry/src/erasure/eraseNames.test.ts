// @slow

import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedNamesOf } from '../../testing/erasedNamesOf.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { storedRows, verifyLedger } from '../../testing/verifyLedger.ts'
import { type WatchEvent, watchClient } from '../live/watchClient.ts'
import { contextTotals } from '../read/contextTotals.ts'
import { intervals } from '../read/intervals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { eraseNames } from './eraseNames.ts'
import { recordsOfName } from './recordsOfName.ts'

/**
 * Clients 1 and 2 have an operator of the same name, with every character that some parser treats as special; at client 1 also a
 * product and an alarm have this name. Each did the same in two months.
 */
const name = `Anna "Ö'Berg" \\ \${x}, [1`
const pseudonym = 'erased-0123456789ab'
const lastMonth = morning - 30 * 86_400_000
const erased = erasedNamesOf(1, { [name]: pseudonym })

/** `backup` holds what the store had before anything was erased. */
let store: TestStore
let backup: TestStore
let telemetry: Telemetry
const open = (of: TestStore) => of.open({ now: () => morning + 3_600_000 })

/** What one client sent, from the first day of a month on. The counter of the older month is too large for a carry in columns. */
function records(clientId: number, at: number) {
  const place = { clientId, machineId: clientId }
  const counted = at === lastMonth ? 1e13 : 0
  const users = ['Bo', name, name, 'Bo', name]
  return batchOf({
    samples: users.map((user, i) =>
      sampleOf({
        ...place,
        at: at + i * 40_000,
        user,
        product: i > 2 ? name : 'Bars',
        packCounter: counted + i * 10,
        speedPpm: 60,
      }),
    ),
    audits: [
      auditOf({ ...place, at, userGroup: name }),
      auditOf({
        ...place,
        at: at + 1,
        description: 'Operator',
        valueBefore: 'Bo',
        valueAfter: name,
      }),
    ],
    quarantined: [
      {
        ...place,
        serialNo: 'S',
        reason: 'implausible',
        detail: '',
        receivedAt: at,
        source: 'http',
        raw: JSON.stringify({ User: name, Speed: -1 }),
      },
    ],
  })
}

beforeAll(async () => {
  store = await createTestStore()
  backup = await createTestStore()
  for (const one of [backup, store]) {
    telemetry = await open(one)
    for (const at of [lastMonth, morning]) {
      for (const clientId of [1, 2]) await commitBatch(telemetry, records(clientId, at))
    }
    await telemetry.settled()
    await telemetry.close()
  }
  telemetry = await open(store)
})
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
  await backup?.remove()
})

const json = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
const scope = (clientId: number) => grantClientScope(clientId)

/** Everything that the store returns for a client: its raw rows, its ledger rows, and figures. */
async function all(clientId: number): Promise<string> {
  const raw: unknown[] = []
  for (const table of ['sample', 'audit', 'quarantine']) {
    const answer = await telemetry.context.connection.writer().query({
      query: `SELECT * FROM ${table} WHERE client_id = ${clientId} ORDER BY ALL`,
      format: 'JSONEachRow',
    })
    raw.push(await answer.json())
  }
  const period = { from: new Date(lastMonth), to: new Date(morning + 3_600_000) }
  const question = { machineIds: [clientId], period, filter: {} }
  const totals = await contextTotals(telemetry, scope(clientId), question)
  return json([
    raw,
    [...(await storedRows(telemetry.context, { clientId, machineId: clientId }))],
    totals.map(json).sort(),
    await intervals(telemetry, scope(clientId), {
      machineIds: [clientId],
      period,
      filter: {},
      after: null,
      limit: 200,
    }),
  ])
}

/** The expected text after the erasure: the same to the last digit, with the pseudonym in place of the operator. */
function without(text: string): string {
  const [raw, rows, ...figures] = JSON.parse(text)
  const [samples, audits, aside] = raw
  const swap = (one: unknown) => (one === name ? pseudonym : one)
  for (const sample of samples) sample.user = swap(sample.user)
  for (const audit of audits) for (const key of Object.keys(audit)) audit[key] = swap(audit[key])
  for (const one of aside) one.raw = '{"erased":true}'
  const plain = rows.map(([minute, row]: [number, string]) => {
    const [pieces, spans, carry, label, modes] = JSON.parse(row)
    for (const piece of pieces) piece[4] = swap(piece[4])
    const reported = pieces.map((piece: unknown) => JSON.stringify(piece)).sort()
    const past = JSON.parse(carry)
    past[5] = swap(past[5])
    return [
      minute,
      JSON.stringify([
        reported.map((one: string) => JSON.parse(one)),
        spans,
        JSON.stringify(past),
        label,
        modes,
      ]),
    ]
  })
  const users = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(users)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([key, one]) => [key, key === 'user' ? swap(one) : users(one)]),
    )
  }
  return JSON.stringify([[samples, audits, aside], plain, ...figures.map(users)])
}

test('a name goes out of records, audit records, what was put aside and the ledger; not a digit and no neighbour changes', async () => {
  const [own, neighbour] = [await all(1), await all(2)]
  expect(await recordsOfName(telemetry, scope(1), name)).toBe(12)
  const sent: WatchEvent[] = []
  const unwatch = watchClient(telemetry, scope(1), (event) => void sent.push(event))
  await expect.poll(() => json(sent)).toContain('Berg')
  sent.length = 0

  await eraseNames(telemetry, erased, [1])

  expect(await all(1)).toBe(without(own))
  expect(await all(2)).toBe(neighbour)
  expect(await recordsOfName(telemetry, scope(1), name)).toBe(0)
  expect(await recordsOfName(telemetry, scope(2), name)).toBe(12)
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  await expect.poll(() => json(sent)).toContain(pseudonym)
  unwatch()
})

test('no statement and no list of changes of the engine tells the name', async () => {
  const answer = await telemetry.context.connection.writer().query({
    query: `SELECT command FROM system.mutations WHERE database = currentDatabase()`,
    format: 'JSONEachRow',
  })
  const commands = json(await answer.json())
  expect(commands).toContain(pseudonym)
  expect(commands).not.toContain('Berg')
})

test('what a machine sends again is a repeat, and what comes late has the pseudonym', async () => {
  const before = await all(1)
  const [again] = await commitBatch(telemetry, { ...records(1, morning), quarantined: [] })
  expect(again).toMatchObject({ accepted: 0, duplicate: 7, conflicting: 0 })
  expect(await all(1)).toBe(before)

  const late = { ...records(1, morning - 7_200_000) }
  await commitBatch(telemetry, late)
  await telemetry.settled()
  expect(await recordsOfName(telemetry, scope(1), name)).toBe(0)
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  const rows = await storedRows(telemetry.context, { clientId: 1, machineId: 1 })
  const users = [...rows.values()].flatMap((row) =>
    JSON.parse(row)[0].map((piece: unknown[]) => piece[4]),
  )
  expect([...new Set(users)].sort()).toEqual(['Bo', pseudonym])
})

test('an older backup is without the name as soon as it is restored and the list is read', async () => {
  await telemetry.close()
  telemetry = await open(backup)
  const [own, neighbour] = [await all(1), await all(2)]
  expect(own).toContain('Berg')
  await eraseNames(telemetry, erased, erased.clientIds)
  expect(await all(1)).toBe(without(own))
  expect(await all(2)).toBe(neighbour)
  await eraseNames(telemetry, erased, erased.clientIds)
  expect(await all(1)).toBe(without(own))
})
