import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { readRules } from '../../ledger/store/openingState.ts'
import type { Telemetry } from '../../store.ts'
import { putMachineRules } from '../../write.ts'
import { laterRules } from './0003-later-rules.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const values = {
  ...{ holdMs: 90_000, targetPpm: null, designPpm: 0.1, categories: { 13: 'ancillary' as const } },
  recipePpm: new Map([['A', 5.5]]),
}

test('a rule of before the step holds from the beginning, and is not written again', async () => {
  expect(laterRules.version).toBe(3)
  await telemetry.context.connection.writer().command({
    query: `INSERT INTO machine_rule (client_id, machine_id, version, set_at, hold_ms, target_ppm, design_ppm, categories, recipe_ppm)
      VALUES (1, 1, 1, now64(3), 90000, NULL, 0.1, map(13, 'ancillary'), map('A', 5.5))`,
  })
  await putMachineRules(telemetry, [{ clientId: 1, machineId: 1, ...values, later: [] }])
  expect(await readRules(telemetry.context)).toEqual([
    { clientId: 1, machineId: 1, version: 1n, rule: values },
  ])
})

test('what holds later is stored with its instant; what changes nothing is not', async () => {
  const next = { ...values, recipePpm: new Map([['A', 6]]), from: 120_000 }
  const later = [{ ...values, from: 60_000 }, next, { ...next, from: 180_000 }]
  await putMachineRules(telemetry, [{ clientId: 1, machineId: 2, ...values, later }])
  const rules = await readRules(telemetry.context)
  expect(rules.find(({ machineId }) => machineId === 2)?.rule).toEqual({ ...values, later: [next] })
})
