import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestStore,
  openTestTelemetry,
  type TestStore,
} from '../../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../../testing/records.ts'
import type { Telemetry } from '../../store.ts'
import { commitBatch, putMachineRules } from '../../write.ts'
import { defaultRule } from '../fold/ledgerRule.ts'
import { minuteMs } from '../fold/minute.ts'
import {
  type Extent,
  extentsByLedger,
  readExtents,
  readLedgerEnds,
  withoutRows,
} from './extents.ts'

const hours = (count: number) => morning + count * 60 * minuteMs
let store: TestStore
let telemetry: Telemetry

beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

async function byLedger(others: readonly { clientId: number; machineId: number }[] = []) {
  const ends = await readLedgerEnds(telemetry.context)
  return inOrder(await extentsByLedger(telemetry.context, ends, withoutRows(others, ends)))
}

const byRecords = async () => inOrder(await readExtents(telemetry.context))

function inOrder(extents: readonly Extent[]) {
  return extents.toSorted((a, b) => a.clientId - b.clientId || a.machineId - b.machineId)
}

test('the first and the newest record of each machine are those of all records, from the hours at the ends of its rows', async () => {
  const { state: _, ...silent } = sampleOf({ machineId: 5, at: hours(6) + 20_000 })
  const samples = [
    // A long life, a neighbour's as well; one record; a long hold over the hour; a death; an alarm after the last sample.
    ...[0, 1.5, 30, 71.99].map((at) => sampleOf({ machineId: 1, at: hours(at) })),
    ...[0.2, 500, 700.5].map((at) => sampleOf({ clientId: 2, machineId: 2, at: hours(at) })),
    sampleOf({ machineId: 3, at: hours(4) }),
    sampleOf({ machineId: 4, at: hours(5) + 59 * minuteMs }),
    sampleOf({ machineId: 5, at: hours(6) }),
    { ...silent, death: true } as const,
    sampleOf({ machineId: 6, at: hours(2) }),
    // Imported alone; sent, and afterwards imported to a later time.
    sampleOf({ machineId: 8, at: hours(3), imported: true }),
    sampleOf({ machineId: 9, at: hours(2) }),
    sampleOf({ machineId: 9, at: hours(60), imported: true }),
  ]
  const alarms = [
    alarmOf({ machineId: 6, raisedAt: hours(50) }),
    alarmOf({ machineId: 6, raisedAt: hours(1) }),
    alarmOf({ machineId: 7, raisedAt: hours(3) }),
  ]
  const longHold = { clientId: 1, machineId: 4, holdMs: 5 * 60 * minuteMs }
  await putMachineRules(telemetry, [{ ...defaultRule, ...longHold }])
  await commitBatch(telemetry, batchOf({ samples, alarms }))
  await telemetry.settled()
  expect((await byRecords()).map(({ machineId, heard }) => [machineId, heard])).toEqual([
    ...[1, 3, 4, 5, 6].map((id) => [id, samples.findLast((one) => one.machineId === id)?.at]),
    [7, 0],
    [8, 0],
    [9, hours(2)],
    [2, hours(700.5)],
  ])
  expect(await byLedger()).toEqual(await byRecords())
})

test('where the first records of a machine are deleted the next ones count; of a machine without rows all are read', async () => {
  const command = (query: string) => telemetry.context.connection.writer().command({ query })
  await command(`ALTER TABLE sample DELETE WHERE machine_id = 1 AND at < fromUnixTimestamp64Milli(${hours(1)})
    SETTINGS mutations_sync = 2`)
  await command(`ALTER TABLE minute_ledger DELETE WHERE machine_id = 3 SETTINGS mutations_sync = 2`)
  const all = await byRecords()
  expect(all.find(({ machineId }) => machineId === 1)?.oldest).toBe(hours(1.5))
  expect(await byLedger([{ clientId: 1, machineId: 3 }])).toEqual(all)
  // Why machines with a rule are named: nothing else says that this one exists.
  expect(await byLedger()).toEqual(all.filter(({ machineId }) => machineId !== 3))
})

test('a store without records has no extents', async () => {
  const own = await openTestTelemetry()
  try {
    expect(await extentsByLedger(own.context, [], [])).toEqual([])
  } finally {
    await own.close()
  }
})
