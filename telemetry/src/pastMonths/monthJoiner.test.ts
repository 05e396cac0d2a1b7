import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { MonthJoiner, openMonthJoiner } from './monthJoiner.ts'
import { monthsToJoin } from './monthsToJoin.ts'

/** The clock of the store: September and October are over. */
const now = Date.UTC(2026, 10, 20)
const times = { lookMs: 1, quietSeconds: 0, restMs: 1 }

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry({ now: () => now })
}, 60_000)
afterAll(() => telemetry?.close())

/** So many commits, each a part of its own: a record of a client and one of its neighbour. */
async function commits(count: number, from: number) {
  for (let number = 0; number < count; number++) {
    const at = from + number * 60_000
    const samples = [sampleOf({ at }), sampleOf({ at, clientId: 2, machineId: 2 })]
    await commitBatch(telemetry, batchOf({ samples, alarms: [alarmOf({ raisedAt: at })] }))
  }
}

async function rows<Row>(query: string): Promise<Row[]> {
  const answer = await telemetry.context.connection.writer().query({ query, format: 'JSONEachRow' })
  return answer.json<Row>()
}
const partsOf = async (table: string) => {
  const found = await rows<{ month: string; parts: number }>(
    `SELECT partition_id AS month, toUInt32(count()) AS parts FROM system.parts
     WHERE active AND database = currentDatabase() AND table = '${table}' GROUP BY month ORDER BY month`,
  )
  return found.map(({ month, parts }) => [month, parts])
}
const stored = () => rows('SELECT * FROM sample ORDER BY client_id, machine_id, at')

test('the parts of months that are over are joined when nothing is written to them; the present one and those of damaged parts are left', async () => {
  await commits(9, Date.UTC(2026, 8, 3))
  await commits(9, Date.UTC(2026, 9, 3))
  await commits(9, Date.UTC(2026, 10, 3))
  await telemetry.settled()
  const before = await stored()
  expect(before).toHaveLength(54)
  const many = [
    ['202609', 9],
    ['202610', 9],
    ['202611', 9],
  ]
  expect(await partsOf('sample')).toEqual(many)

  // Written a moment ago.
  expect(await monthsToJoin(telemetry.context, 3_600)).toEqual([])
  const { damage } = telemetry.context
  const held = vi.spyOn(damage, 'frozen').mockReturnValue(new Set([202609]))
  const joiner = new MonthJoiner(telemetry.context, times)
  try {
    await expect.poll(() => partsOf('sample')).toEqual([many[0], ['202610', 1], many[2]])
    await expect.poll(() => partsOf('alarm')).toEqual([many[0], ['202610', 1], many[2]])
    held.mockRestore()
    await expect.poll(() => partsOf('sample')).toEqual([['202609', 1], ['202610', 1], many[2]])
  } finally {
    await joiner.close()
  }
  expect(await stored()).toEqual(before)
}, 60_000)

test('a month that the engine cannot join is counted, the others are joined, and a later look joins it', async () => {
  await commits(9, Date.UTC(2026, 4, 3))
  await commits(9, Date.UTC(2026, 5, 3))
  const room = noRoomFor('202606')
  const joiner = await openMonthJoiner(telemetry.context, times)
  const unjoined = () => telemetry.metrics().pastMonthsNotJoined
  try {
    await expect.poll(() => partsOf('sample')).toContainEqual(['202605', 1])
    await expect.poll(unjoined).toBe(1)
    expect(await partsOf('sample')).toContainEqual(['202606', 9])
    room.mockRestore()
    await expect.poll(() => partsOf('sample')).toContainEqual(['202606', 1])
    await expect.poll(unjoined).toBe(0)
  } finally {
    await joiner.close()
  }
}, 60_000)

/** The engine refuses to join a month, as it does where there is no room for a second copy of it. */
function noRoomFor(month: string) {
  const { connection } = telemetry.context
  const writer = connection.writer()
  const real = writer.command.bind(writer)
  return vi
    .spyOn(writer, 'command')
    .mockImplementation((statement) =>
      statement.query_params?.month === month
        ? Promise.reject(new Error('Cannot reserve 1.00 MiB, not enough space'))
        : real(statement),
    )
}

test('few parts are left as they are', async () => {
  await commits(7, Date.UTC(2026, 6, 3))
  const joiner = new MonthJoiner(telemetry.context, times)
  await sleep(500)
  await joiner.close()
  expect(await partsOf('sample')).toContainEqual(['202607', 7])
}, 30_000)
