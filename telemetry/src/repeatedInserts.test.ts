import { expect, test } from 'vitest'
import { z } from 'zod'
import { countedAndStored } from '../testing/countedAndStored.ts'
import { losingAnswers } from '../testing/losingAnswers.ts'
import { openTestTelemetry } from '../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../testing/records.ts'
import { select } from './clickhouse/select.ts'
import type { Telemetry } from './store.ts'
import { commitBatch } from './write.ts'

const monthMs = 40 * 86_400_000

/** A neighbour's record, a record of each kind, and one in quarantine. */
const everything = batchOf({
  samples: [sampleOf({ clientId: 2, machineId: 2 }), sampleOf()],
  alarms: [alarmOf()],
  audits: [auditOf()],
  quarantined: [
    {
      clientId: 1,
      machineId: 1,
      serialNo: 'FW-101',
      reason: 'malformed',
      detail: 'state',
      receivedAt: morning,
      source: 'http',
      raw: '{}',
    },
  ],
})
const tables = ['sample', 'alarm', 'audit', 'quarantine']

const storedOnce = [
  { client: 1, machine: 1, accepted: 3, stored: 3, quarantined: 1, aside: 1, duplicate: 0 },
  { client: 2, machine: 2, accepted: 1, stored: 1, quarantined: 0, aside: 0, duplicate: 0 },
]

test('an insert whose answer was lost is repeated and stored once', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const answers = losingAnswers(telemetry)
    expect(await commitBatch(telemetry, everything)).toMatchObject([
      { machineId: 2, accepted: 1 },
      { machineId: 1, accepted: 3, quarantined: 1 },
    ])
    await telemetry.commits.flushCounts()
    answers.end()
    expect(answers.lost.toSorted()).toEqual([...tables, 'ingest_count'].toSorted())
    expect(telemetry.metrics().insertsRepeated).toBe(5)
    expect(await countedAndStored(telemetry)).toEqual(storedOnce)
  } finally {
    await telemetry.close()
  }
})

test('killed after the engine noted an insert and before its rows were in place: they are stored all the same, once', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const answers = losingAnswers(telemetry, 'true')
    expect(await commitBatch(telemetry, everything)).toMatchObject([
      { machineId: 2, accepted: 1 },
      { machineId: 1, accepted: 3, quarantined: 1 },
    ])
    await telemetry.commits.flushCounts()
    answers.end()
    expect(answers.lost.toSorted()).toEqual([...tables, 'ingest_count'].toSorted())
    expect(await countedAndStored(telemetry)).toEqual(storedOnce)
  } finally {
    await telemetry.close()
  }
})

test('killed when one month of an insert was in place: told as failed, and its repeat brings only what is missing', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const batch = batchOf({ samples: [sampleOf({ at: morning - monthMs }), sampleOf()] })
    const answers = losingAnswers(telemetry, `at < fromUnixTimestamp64Milli(${morning})`)
    await expect(commitBatch(telemetry, batch)).rejects.toMatchObject({ code: 'ingest.busy' })
    answers.end()
    expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 1, duplicate: 1 }])
    await telemetry.commits.flushCounts()
    expect(await countedAndStored(telemetry)).toEqual([
      { client: 1, machine: 1, accepted: 2, stored: 2, quarantined: 0, aside: 0, duplicate: 1 },
    ])
  } finally {
    await telemetry.close()
  }
})

test('rules of which a kill took the rows are written again', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const answers = losingAnswers(telemetry, 'true')
    const rule = { clientId: 1, machineId: 1, holdMs: 3_000, targetPpm: 100, designPpm: null }
    await telemetry.commits.putRules([{ ...rule, recipePpm: new Map(), categories: {} }])
    answers.end()
    expect(answers.lost).toEqual(['machine_rule'])
    expect(await rulesStored(telemetry)).toBe(1)
  } finally {
    await telemetry.close()
  }
})

async function rulesStored({ context }: Telemetry): Promise<number> {
  const [found] = await select(context, {
    name: 'test.rules',
    sql: 'SELECT count() AS rows FROM machine_rule',
    params: {},
    row: z.object({ rows: z.coerce.number() }),
  })
  return found?.rows ?? 0
}
