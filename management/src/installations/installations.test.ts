import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { installationsOfClient, installationsPerDevice, noteHeartbeat } from './installations.ts'

const start = Date.UTC(2026, 10, 25, 6)

let opened: TestManagement
/** A device of client 1, another of the same client, and one of client 2. */
let own = 0
let second = 0
let foreign = 0

beforeAll(async () => {
  opened = await openTestManagement({ now: () => start })
  const rows = await runSql<{ id: number; client_id: number }>(
    opened.management,
    'select id, client_id from device where client_id in (1, 2) order by client_id, id',
  )
  const of = (clientId: number) =>
    rows.filter((row) => row.client_id === clientId).map(({ id }) => id)
  ;[own = 0, second = 0] = of(1)
  ;[foreign = 0] = of(2)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  await runSql(opened.management, 'delete from edge_installation')
  await runSql(opened.management, 'update device set deleted_at = null')
})

const note = (deviceId: number, name: string, minute = 0) =>
  noteHeartbeat(opened.management, deviceId, {
    ...{ name, version: '0.1.0', address: '10.0.0.7', clockSkewMs: -40, isFull: false },
    ...{ queueRecords: minute, queueBytes: 5_000_000_000, maxBytes: 1e12, quarantined: 0 },
    heardAt: new Date(start + minute * 60_000),
    oldestAt: null,
  })
const named = async (clientId: number) =>
  (await installationsOfClient(opened.management, grantClientScope(clientId))).map(
    ({ name }) => name,
  )

test('a client has its own recorders, each with its newest heartbeat', async () => {
  await note(own, 'Hall 1')
  await note(own, 'Hall 1', 3)
  await note(second, 'Hall 1')
  await note(foreign, 'Foreign')
  const listed = await installationsOfClient(opened.management, grantClientScope(1))
  expect(listed.map(({ name, queueRecords }) => [name, queueRecords])).toHaveLength(2)
  expect(listed).toContainEqual(
    expect.objectContaining({
      ...{ name: 'Hall 1', queueRecords: 3, queueBytes: 5_000_000_000, clockSkewMs: -40 },
      heardAt: new Date(start + 180_000),
    }),
  )
  expect(await named(2)).toEqual(['Foreign'])
})

test('those of a deleted device are not listed', async () => {
  await note(own, 'Hall 1')
  await note(second, 'Hall 2')
  await runSql(opened.management, `update device set deleted_at = now() where id = ${own}`)
  expect(await named(1)).toEqual(['Hall 2'])
})

test(`of one device the ${installationsPerDevice} that were heard last are stored`, async () => {
  await note(second, 'Other')
  for (let minute = 0; minute < installationsPerDevice + 2; minute += 1) {
    await note(own, `Hall ${minute}`, minute)
  }
  const names = await named(1)
  expect(names).toHaveLength(installationsPerDevice + 1)
  expect(names).toContain('Other')
  expect(names).not.toContain('Hall 1')
})
