// @slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { checkTelemetry } from './checkTelemetry.ts'

const begin = Date.UTC(2026, 9, 30, 17, 20)
let telemetry: Telemetry

/** Two and a half days of machines that run, stop over midnight with an alarm that comes late, and fall silent. */
beforeAll(async () => {
  telemetry = await openTestTelemetry()
  for (const [clientId, machineId] of [
    [1, 1],
    [1, 2],
    [2, 9],
  ] as const) {
    const place = { clientId, machineId }
    const samples = []
    const alarms = []
    let random = machineId
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor(random / 65_536) % below
    }
    for (let second = 0, packs = 0; second < 60 * 3_600; ) {
      const at = begin + second * 1_000 + next(900)
      // A stop from ten minutes before midnight until a quarter past.
      const ofDay = (at / 1_000) % 86_400
      const stops = ofDay > 85_800 || ofDay < 900
      const state = stops ? 21 : ([10, 10, 10, 5, 8, 19][next(6)] ?? 10)
      packs += state === 10 ? next(40) : 0
      samples.push(sampleOf({ ...place, at, state, packCounter: packs, product: `Bar ${next(3)}` }))
      if (next(9) === 0) alarms.push(alarmOf({ ...place, raisedAt: at + next(4_000) }))
      second += next(40) === 0 ? 4_000 : 5 + next(40)
    }
    await commitBatch(telemetry, batchOf({ samples, alarms }))
  }
  await telemetry.settled()
}, 60_000)
afterAll(() => telemetry?.close())

test('every part is read, and each day of each machine is what its records say', async () => {
  const found = await checkTelemetry(telemetry, { days: 1_000 })
  expect(found).toMatchObject({ faults: [], differences: [], days: 12 })
  expect(found.parts).toBeGreaterThan(3)
  expect(found.minutes).toBeGreaterThan(3_000)
  expect((await checkTelemetry(telemetry, { days: 2 })).days).toBe(2)
}, 60_000)

test('a minute that is not what its records say is found', async () => {
  await telemetry.context.connection.writer().command({
    query: `INSERT INTO minute_ledger SELECT * REPLACE (version + 1 AS version, arrayMap(one -> one + 1, pieces.ms) AS \`pieces.ms\`)
      FROM minute_ledger FINAL WHERE machine_id = 2 AND minute = (
        SELECT min(minute) FROM minute_ledger WHERE machine_id = 2 AND minute >= toDateTime('2026-10-31 12:00:00', 'UTC')
      )`,
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  const { differences } = await checkTelemetry(telemetry, { days: 1_000 })
  expect(differences).toEqual([{ machineId: 2, minute: expect.any(Date) }])
  expect(differences[0]?.minute.toISOString()).toMatch(/^2026-10-31T1[2-9]/)
}, 60_000)
