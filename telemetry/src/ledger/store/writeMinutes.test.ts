import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { morning } from '../../../testing/records.ts'
import { select } from '../../clickhouse/select.ts'
import { sliceCounts } from '../../slices.ts'
import type { Telemetry } from '../../store.ts'
import { emptyCarry } from '../fold/carry.ts'
import { foldStretch } from '../fold/foldStretch.ts'
import { defaultRule } from '../fold/ledgerRule.ts'
import { minuteMs } from '../fold/minute.ts'
import { writeMinutes } from './writeMinutes.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const ledgerSlices = () => sliceCounts().find(({ work }) => work === 'ledger')?.slices ?? 0

const rowsOfClient = (clientId: number) =>
  select(telemetry.context, {
    name: 'test.rowsOfClient',
    sql: `SELECT machine_id AS machineId, uniqExact(minute) AS minutes, countIf(cleared > 0) AS cleared
      FROM minute_ledger WHERE client_id = {clientId:UInt32} GROUP BY machineId ORDER BY machineId`,
    params: { clientId },
    row: z.object({
      machineId: z.number(),
      minutes: z.coerce.number(),
      cleared: z.coerce.number(),
    }),
  })

test('the rows of a full round are encoded in slices', async () => {
  const dayMs = 1_440 * minuteMs
  const { minutes } = foldStretch({
    ...{ rule: { ...defaultRule, holdMs: dayMs }, carry: emptyCarry(), alarms: [] },
    ...{ from: morning - minuteMs, to: morning + 2_500 * minuteMs },
    samples: [0, 1].map((day) => {
      const at = morning + day * dayMs
      return { at, sourceAt: at, sequence: 0, state: 10, packCounter: day, speedPpm: 60 }
    }),
  })
  expect(minutes).toHaveLength(2_500)
  const clear = [morning - 5 * minuteMs]
  const places = [1, 2, 3, 4, 5, 6].map((machineId) => ({
    ...{ clientId: machineId % 2 === 0 ? 2 : 1, machineId, write: minutes, clear },
  }))
  const before = ledgerSlices()
  await writeMinutes(telemetry.context, 1n, places)
  expect(ledgerSlices() - before).toBeGreaterThan(5)
  for (const clientId of [1, 2]) {
    expect(await rowsOfClient(clientId)).toEqual(
      [0, 2, 4].map((one) => ({ machineId: clientId + one, minutes: 2_501, cleared: 1 })),
    )
  }
})
