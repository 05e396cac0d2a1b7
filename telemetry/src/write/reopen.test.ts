// @slow

import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { select } from '../clickhouse/select.ts'
import { fullQuarantines } from '../read.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'

let store: TestStore
let telemetry: Telemetry

const day = 86_400_000
const open = () => store.open({ now: () => morning })
async function reopen() {
  await telemetry.close()
  telemetry = await open()
}

beforeAll(async () => {
  store = await createTestStore()
  telemetry = await open()
})
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

test.each([
  ['a moment ago', morning],
  ['eight days ago', morning - 8 * day],
  ['a year ago', morning - 365 * day],
])('a machine that last spoke %s is known after a restart', async (_when, at) => {
  const machineId = Math.round((morning - at) / day) + 1
  const batch = batchOf({
    samples: [sampleOf({ machineId, at })],
    alarms: [alarmOf({ machineId, raisedAt: at })],
    audits: [auditOf({ machineId, at })],
  })
  expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 3, duplicate: 0 }])
  await reopen()
  expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 0, duplicate: 3 }])
  const late = batchOf({ samples: [sampleOf({ machineId, at: at - 1_000 })] })
  expect(await commitBatch(telemetry, late)).toMatchObject([{ accepted: 1, late: 1 }])
})

test('a record ahead of the clock, whose machine then fell silent for a week, is known after a restart', async () => {
  const machineId = 90
  const receivedAt = morning - 7 * day - 3_600_000
  const ahead = { machineId, sourceAt: receivedAt + 20 * 3_600_000 }
  const flagged = sampleOf({ ...ahead, at: receivedAt, receivedAt, flagged: true })
  const plain = sampleOf({ machineId, at: morning - 7 * day + 3_600_000 })
  await commitBatch(telemetry, batchOf({ samples: [flagged, plain] }))
  await reopen()
  expect(await commitBatch(telemetry, batchOf({ samples: [sampleOf(ahead)] }))).toMatchObject([
    { accepted: 0, duplicate: 1 },
  ])
})

test('a machine has 500 texts a day, the first that came, also over a restart', async () => {
  const machineId = 95
  const midnight = Date.UTC(2026, 10, 20)
  const named = (product: string, second: number, of: object = {}) =>
    sampleOf({ machineId, at: midnight + second * 1_000, product, tool: 'T', user: 'U', ...of })
  const other = { clientId: 2, machineId: 96 }
  const first = Array.from({ length: 499 }, (_, index) => named(`P${index}`, index))
  const neighbours = first.map((sample) => ({ ...sample, ...other }))
  await commitBatch(telemetry, batchOf({ samples: [...first, ...neighbours] }))
  await reopen()
  // Late, of the same day; the day before has texts of its own.
  const more = [
    named('P0', 1_000),
    named('new', 1_001),
    named('too many', 1_002),
    named('new', 1_003),
    named('too many', 1_004, { ...other }),
    named('too many', -1),
  ]
  expect(await commitBatch(telemetry, batchOf({ samples: more }))).toMatchObject([
    { machineId, accepted: 5 },
    { machineId: 96, accepted: 1 },
  ])
  const stored = await select(telemetry.context, {
    name: 'test',
    sql: 'SELECT product, flagged FROM sample WHERE machine_id IN (95, 96) AND at NOT BETWEEN {from:DateTime64(3)} AND {to:DateTime64(3)} ORDER BY machine_id, at',
    params: { from: new Date(midnight), to: new Date(midnight + 999_000) },
    row: z.object({ product: z.string(), flagged: z.boolean() }),
  })
  expect(stored.map(({ product, flagged }) => `${product}${flagged ? ', flagged' : ''}`)).toEqual([
    'too many',
    'P0',
    'new',
    '(other), flagged',
    'new',
    'too many',
  ])
  // What was sent again reads the same.
  await reopen()
  expect(await commitBatch(telemetry, batchOf({ samples: more }))).toMatchObject([
    { machineId, accepted: 0, duplicate: 5 },
    { machineId: 96, accepted: 0, duplicate: 1 },
  ])
})

test('of the quarantine of a machine so much is stored, also over restarts; the rest is counted', async () => {
  let limits = { records: 3, bytes: 60 }
  const limited = () => store.open({ now: () => morning, quarantine: () => limits })
  const aside = (machineId: number | null, raw = 'wrong', clientId: number | null = 1) => ({
    ...({ clientId, machineId, serialNo: '', reason: 'implausible', detail: '' } as const),
    ...{ receivedAt: morning, source: 'http', raw },
  })
  const stored = async () => {
    const sql = `SELECT ifNull(client_id, 0) AS client, machine_id AS machine, count() AS records FROM quarantine
      WHERE received_at = {at:DateTime64(3)} GROUP BY ALL ORDER BY ALL NULLS FIRST`
    const row = z.object({
      client: z.number(),
      machine: z.number().nullable(),
      records: z.string(),
    })
    const params = { at: new Date(morning) }
    const rows = await select(telemetry.context, { name: 'test', sql, params, row })
    return rows.map(({ client, machine, records }) => [client, machine, Number(records)])
  }
  const all = grantPanelScope({ reach: 'all' })
  if (all.reach !== 'all') throw new Error('An admin reaches all.')
  const nearlyFull = async () => {
    const found = await fullQuarantines(telemetry, all, { records: 3, bytes: 1_000, most: 9 })
    return found.map(({ machineId, records, bytes }) => [machineId, records, bytes])
  }
  await telemetry.close()
  telemetry = await limited()
  const first = [
    aside(97),
    aside(97),
    aside(null),
    // Those of a neighbour fill a quarantine of its own.
    ...Array.from({ length: 3 }, () => aside(null, 'wrong', 2)),
    aside(98, 'x'.repeat(61)),
  ]
  await commitBatch(telemetry, batchOf({ quarantined: first }))
  await telemetry.close()
  telemetry = await limited()
  const more = [aside(97), aside(97), aside(97), aside(98), aside(null, 'y'.repeat(50))]
  // The sender and the counts know of all of them.
  expect(await commitBatch(telemetry, batchOf({ quarantined: more }))).toMatchObject([
    { machineId: 97, quarantined: 3 },
    { machineId: 98, quarantined: 1 },
    { machineId: null, quarantined: 1 },
  ])
  expect(telemetry.metrics().quarantineDropped).toBe(2)
  expect(await stored()).toEqual([
    [1, null, 2],
    [1, 97, 3],
    [1, 98, 1],
    [2, null, 3],
  ])
  expect(await nearlyFull()).toEqual([
    [97, 3, 15],
    [null, 3, 15],
  ])
  // Another limit holds for the next batch.
  limits = { records: 4, bytes: 60 }
  await commitBatch(telemetry, batchOf({ quarantined: [aside(97), aside(97)] }))
  expect(telemetry.metrics().quarantineDropped).toBe(3)
  expect(await nearlyFull()).toEqual([
    [97, 4, 20],
    [null, 3, 15],
  ])
  await reopen()
})

test('batch numbers go on rising, and rules stay in force', async () => {
  const rule = {
    clientId: 1,
    machineId: 91,
    holdMs: 1,
    targetPpm: 60,
    designPpm: 61,
    recipePpm: new Map([['A', 6]]),
    categories: {},
  }
  await putMachineRules(telemetry, [rule])
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ machineId: 91 })] }))
  const before = telemetry.metrics().revision
  await reopen()
  expect(telemetry.metrics().revision).toBe(before)
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ machineId: 91, sequence: 1 })] }))
  expect(telemetry.metrics().revision).toBeGreaterThan(before)
  expect((await telemetry.commits.rules()).filter(({ machineId }) => machineId === 91)).toEqual([
    rule,
  ])
})
