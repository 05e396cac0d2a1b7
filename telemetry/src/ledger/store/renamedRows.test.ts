import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, sampleOf } from '../../../testing/records.ts'
import { select } from '../../clickhouse/select.ts'
import type { Telemetry } from '../../store.ts'
import { commitBatch } from '../../write.ts'
import { minuteMs } from '../fold/minute.ts'
import type { LedgerView } from '../ledgerView.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const machineId = 71
/** A stop from half an hour before to half an hour after the turn of a month, which are two writes. */
const turn = Date.UTC(2026, 10, 1)
const at = (minutes: number) => turn + minutes * minuteMs

/** The names of the stop in the rows around the turn, as far as a reader may rely on them. */
async function namesOfRows(view: LedgerView): Promise<string[]> {
  const rows = await select(telemetry.context, {
    name: 'test.namesOfRows',
    sql: `SELECT minute, arrayStringConcat(pieces.cause) AS cause FROM minute_ledger FINAL
      WHERE client_id = 1 AND machine_id = {machineId:UInt32}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      ORDER BY minute`,
    params: {
      machineId,
      from: new Date(at(-5)),
      to: new Date(Math.min(at(5), view.uncertainFrom(machineId))),
    },
    row: z.object({ cause: z.string() }),
  })
  return rows.map(({ cause }) => cause)
}

test('who reads while a stop gets another name relies on no row of which a part is written', async () => {
  const samples = Array.from({ length: 62 }, (_, i) =>
    sampleOf({ machineId, at: at(i - 31), state: i === 0 || i === 61 ? 10 : 5 }),
  )
  const neighbour = samples.map((sample) => ({ ...sample, clientId: 2, machineId: 72 }))
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...neighbour] }))
  await telemetry.settled()

  const writer = telemetry.context.connection.writer()
  const write = writer.exec.bind(writer)
  let writes = 0
  let isHeld = () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const exec = vi.spyOn(writer, 'exec').mockImplementation(async (params) => {
    if (params.clickhouse_settings?.log_comment === 'ledger.writeMinutes') {
      writes += 1
      if (writes === 2) {
        isHeld()
        await released
      }
    }
    return write(params)
  })
  const alarm = alarmOf({ machineId, raisedAt: at(10) + 5, description: 'Film snap' })
  await commitBatch(telemetry, batchOf({ alarms: [alarm] }))
  const settling = telemetry.settled()
  await held

  const read = await telemetry.context.ledger.read(
    [machineId],
    at(5),
    async (view) => {
      const first = await namesOfRows(view)
      release()
      await settling
      return { first, second: await namesOfRows(view) }
    },
    'names',
  )
  exec.mockRestore()
  expect(read.first).toEqual(read.second)
  const now = await telemetry.context.ledger.read([machineId], at(5), namesOfRows, 'names')
  expect(now).toEqual(Array(10).fill('Film snap'))
}, 120_000)
