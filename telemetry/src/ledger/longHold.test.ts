// @slow

import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import { select } from '../clickhouse/select.ts'
import { machineTotals, stops } from '../read.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { defaultRule } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'

/** Few records that are held for a day make many rows: what a neighbour asks for does not wait for them (D83). */

const dayMs = 1_440 * minuteMs
const days = 20
const machineIds = [1, 2, 3]
const neighbour = grantClientScope(2)
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

/** Rows of one round have one version. */
const rowsOfRoundsSql = `
  SELECT version, count() AS rows FROM minute_ledger
  WHERE client_id IN {clientIds:Array(UInt32)} GROUP BY version ORDER BY version`

const rowsOfRounds = () =>
  select(telemetry.context, {
    name: 'test.rowsOfRounds',
    sql: rowsOfRoundsSql,
    params: { clientIds: [1, 2] },
    row: z.object({ version: z.coerce.bigint(), rows: z.coerce.number() }),
  })
/** How many rounds have written minutes until now. */
const rounds = async () => (await rowsOfRounds()).length

test('a backlog of one client is computed in small rounds, and a neighbour has a round in turn', async () => {
  const rules = machineIds.map((machineId) => {
    return { ...defaultRule, clientId: 1, machineId, holdMs: dayMs }
  })
  await putMachineRules(telemetry, rules)
  const samples = machineIds.flatMap((machineId) =>
    Array.from({ length: days * 5 }, (_, one) =>
      sampleOf({
        ...{ machineId, at: morning - (days * 5 - one) * (dayMs / 5) },
        ...{ state: one % 3 === 0 ? 4 : 10, packCounter: one },
      }),
    ),
  )
  await commitBatch(telemetry, batchOf({ samples }))
  const whole = telemetry.settled()
  await expect.poll(rounds).toBeGreaterThan(1)

  // An hour of two days ago: its reader waits until it is in the ledger.
  const from = morning - 2 * dayMs
  const history = Array.from({ length: 360 }, (_, one) =>
    sampleOf({
      ...{ clientId: 2, machineId: 9, at: from + one * 10_000, packCounter: one },
      state: one < 180 ? 10 : 4,
    }),
  )
  await commitBatch(telemetry, batchOf({ samples: history }))
  const period = { from: new Date(from), to: new Date(from + dayMs) }
  const begin = await rounds()
  const [totals] = await machineTotals(telemetry, neighbour, { machineIds: [9], period })
  const answered = await rounds()
  expect(totals).toMatchObject({ machineId: 9, samples: 360 })
  const filter = {}
  const list = await stops(telemetry, neighbour, { machineIds: [9], period, filter })
  expect(list.length).toBeGreaterThan(0)
  await whole
  const all = await rounds()
  expect(answered - begin).toBeLessThanOrEqual(3)
  expect(all - answered).toBeGreaterThan(2)

  const written = await rowsOfRounds()
  expect(Math.max(...written.map(({ rows }) => rows))).toBeLessThanOrEqual(15_000)
  const { differences } = await verifyLedger(telemetry)
  expect(differences).toEqual([])
}, 120_000)
