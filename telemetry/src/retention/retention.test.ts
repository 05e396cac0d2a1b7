import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'

/**
 * Raw records for 400 days, client 2's for 800; minutes for 1,000 days. Client 1 and its neighbour did the same 30 and 600
 * days ago.
 */
const day = 86_400_000
const keeps = {
  raw: { days: 400, ofClient: new Map([[2, 800]]) },
  minutes: { days: 1_000, ofClient: new Map<number, number>() },
}
const old = morning - 600 * day
const recent = morning - 30 * day
let store: TestStore
let telemetry: Telemetry
let clock = morning
const lines: string[] = []
const reported = (fields: unknown, text?: string) =>
  void lines.push(`${text} ${JSON.stringify(fields)}`)
const log = { info: reported, warn: reported, error: reported, debug: reported }

async function reopen(keep = true) {
  await telemetry?.close()
  telemetry = await store.open({ now: () => clock, log, ...(keep && { keeps }) })
}

async function count(table: string, clientId: number, before: number): Promise<number> {
  const time = { sample: 'at', alarm: 'raised_at', audit: 'at', minute_ledger: 'minute' }[table]
  const answer = await telemetry.context.connection.writer().query({
    query: `SELECT count() AS rows FROM ${table}
      WHERE client_id = ${clientId} AND toDateTime64(${time}, 3, 'UTC') < fromUnixTimestamp64Milli(${before}, 'UTC')`,
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ rows: string }>()
  return Number(row?.rows)
}

const packsOf = async (clientId: number, from: number) => {
  const answer = await machineTotals(telemetry, grantClientScope(clientId), {
    machineIds: [clientId],
    period: { from: new Date(from - day), to: new Date(from + day) },
  })
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

beforeAll(async () => {
  store = await createTestStore()
  await reopen(false)
  for (const at of [old, recent]) {
    for (const clientId of [1, 2]) {
      const place = { clientId, machineId: clientId }
      await commitBatch(
        telemetry,
        batchOf({
          samples: [0, 1, 2].map((minute) =>
            sampleOf({ ...place, at: at + minute * 30_000, packCounter: minute * 10 }),
          ),
          alarms: [alarmOf({ ...place, raisedAt: at })],
          audits: [auditOf({ ...place, at })],
        }),
      )
    }
  }
  await telemetry.settled()
})
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

test('raw records that are kept no longer go while the ledger runs, of those clients alone, and no figure changes', async () => {
  const figures = async () => [
    await packsOf(1, old),
    await packsOf(1, recent),
    await packsOf(2, old),
    await packsOf(2, recent),
  ]
  const before = await figures()
  const minutes = await count('minute_ledger', 1, morning)
  expect(minutes).toBeGreaterThan(2)
  const { revision } = telemetry.metrics()

  await reopen()
  expect(await telemetry.forgetOld()).toBe(3)
  for (const table of ['sample', 'alarm', 'audit']) {
    expect([table, await count(table, 1, old + day)]).toEqual([table, 0])
    expect([table, await count(table, 1, morning)]).toEqual([table, table === 'sample' ? 3 : 1])
    expect([table, await count(table, 2, morning)]).toEqual([table, table === 'sample' ? 6 : 2])
  }
  expect(telemetry.metrics().revision).toBe(revision)
  expect(await count('minute_ledger', 1, morning)).toBe(minutes)
  expect(await figures()).toEqual(before)
  expect(lines.filter((line) => line.includes('"table":"sample"'))).toHaveLength(1)
})

test('a new rule computes what is still there anew, and leaves the minutes of what is gone', async () => {
  const before = await packsOf(1, old)
  const minutes = await count('minute_ledger', 1, old + day)
  const rule = {
    holdMs: 20_000,
    targetPpm: 60,
    designPpm: 61,
    recipePpm: new Map(),
    categories: {},
  }
  await putMachineRules(telemetry, [{ clientId: 1, machineId: 1, ...rule }])
  await telemetry.settled()
  expect(await count('minute_ledger', 1, old + day)).toBe(minutes)
  expect(await packsOf(1, old)).toBe(before)
})

test('a run with nothing to take away takes nothing away', async () => {
  lines.length = 0
  await reopen()
  expect(await telemetry.forgetOld()).toBe(0)
  expect(lines.filter((line) => line.includes('kept long enough'))).toEqual([])
})

test('a machine whose records are all gone is known by its minutes, which stay when it speaks again', async () => {
  // Older than what is kept for everybody: machine 3 of client 3 did nothing since.
  const place = { clientId: 3, machineId: 3 }
  const at = morning - 500 * day
  await commitBatch(
    telemetry,
    batchOf({ samples: [0, 1, 2].map((i) => sampleOf({ ...place, at: at + i * 30_000 })) }),
  )
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ clientId: 2, machineId: 2, at: morning })] }),
  )
  await telemetry.settled()
  const minutes = await count('minute_ledger', 3, morning)
  expect(minutes).toBeGreaterThan(1)
  const figures = () =>
    machineTotals(telemetry, grantClientScope(3), {
      machineIds: [3],
      period: { from: new Date(at - day), to: new Date(at + day) },
    })
  const before = await figures()
  expect(await telemetry.forgetOld()).toBe(1)
  expect(await count('sample', 3, morning)).toBe(0)

  await reopen()
  expect(telemetry.context.ledger.machinesOf(3)).toEqual([3])
  expect(await figures()).toEqual(before)
  await putMachineRules(telemetry, [
    { ...place, holdMs: 5_000, targetPpm: 1, designPpm: 2, recipePpm: new Map(), categories: {} },
  ])
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ ...place, at: morning })] }))
  await telemetry.settled()
  expect(await figures()).toEqual(before)
  // It continued from the carry of its last minute: the time between is offline, not unknown.
  expect(await count('minute_ledger', 3, at + day)).toBe(minutes)
})

test('minutes that are kept no longer go while records are taken in', async () => {
  expect(await telemetry.forgetOld()).toBe(0)
  clock = morning + 500 * day
  lines.length = 0
  await Promise.all([
    telemetry.forgetOld(),
    commitBatch(
      telemetry,
      batchOf({ samples: [sampleOf({ clientId: 1, machineId: 1, at: clock - 1_000 })] }),
    ),
  ])
  expect(lines.filter((line) => line.includes('"table":"minute_ledger"'))).toHaveLength(1)
  for (const clientId of [1, 2]) {
    expect(await count('minute_ledger', clientId, old + day)).toBe(0)
    expect(await count('minute_ledger', clientId, recent + day)).toBeGreaterThan(2)
  }
})

test('minutes that went are not answered from memory', async () => {
  const at = morning + 600 * day
  clock = at + 60_000
  const place = { clientId: 1, machineId: 9 }
  await commitBatch(
    telemetry,
    batchOf({ samples: [0, 1, 2].map((i) => sampleOf({ ...place, at: at + i * 30_000 })) }),
  )
  await telemetry.settled()
  const samples = async () => {
    const period = { from: new Date(at - day), to: new Date(at + day) }
    const question = { machineIds: [9], period }
    const [totals] = await machineTotals(telemetry, grantClientScope(1), question)
    return totals?.samples
  }
  expect(await samples()).toBe(3)
  clock = at + 3_000 * day
  // The newest record of the store stays; this one is not it.
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ clientId: 1, machineId: 1, at: clock - 1_000 })] }),
  )
  await telemetry.settled()
  expect(await telemetry.forgetOld()).toBeGreaterThan(0)
  expect(await count('minute_ledger', 1, at + day)).toBe(0)
  expect(await samples()).toBe(0)
})
