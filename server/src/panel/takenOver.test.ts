import { addMachine, ingestAnswer, ingestRecords } from '@packboard/contract'
import { runSql, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** A record that is sent right after a machine was added is stored (D67). */

let server: TestServer
let admin = ''

beforeAll(async () => {
  server = await openTestServer()
  admin = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

/** Of the device of client 1 that sends for every machine. */
async function send(serialNo: string) {
  const record = factory.at(Date.now()).sample(serialNo, { state: 'Execute' })
  const answer = await server.ask(ingestRecords.path, {
    method: 'POST',
    token: 'gateway-northfield-confectionery:packboard',
    body: [record],
  })
  return ingestAnswer.parse(await answer.json())
}

/** Keeps the directory from being read, as a store does that is slow: longer than an answer waited before. */
async function holdDirectory(): Promise<{ readonly released: Promise<unknown> }> {
  const { management } = server.deps
  const released = runSql(
    management,
    'do $$ begin lock table machine_opcua in access exclusive mode; perform pg_sleep(7); end $$',
  )
  const locks = () =>
    runSql(
      management,
      `select 1 from pg_locks where granted and mode = 'AccessExclusiveLock'
         and relation = 'machine_opcua'::regclass`,
    )
  await expect.poll(async () => (await locks()).length).toBe(1)
  return { released }
}

test('the answer waits for a directory that is slow, and a record right after it is stored', async () => {
  const { released } = await holdDirectory()
  const order: string[] = []
  const body = { clientId: 1, machineTypeId: 1, machineId: 'FW-901' }
  const [answer] = await Promise.all([
    server
      .ask(addMachine.path, { method: 'POST', token: admin, body })
      .finally(() => order.push('answered')),
    released.then(() => order.push('released')),
  ])
  expect(answer.status).toBe(200)
  expect(await send('FW-901')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(order).toEqual(['released', 'answered'])
}, 30_000)

test('a machine of which this process has not heard is found in the store by its first record', async () => {
  const db = tables(server.deps.management)
  // As another process does that ended before it could pass the word on.
  await db.transaction().execute(async (change) => {
    const { id } = await change
      .insertInto('machine')
      .values({ client_id: 1, machine_type_id: 1, serial_no: 'FW-902' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const device = await change
      .selectFrom('device')
      .select('id')
      .where('name', '=', 'gateway-northfield-confectionery')
      .executeTakeFirstOrThrow()
    await change
      .insertInto('device_machine')
      .values({ device_id: device.id, machine_id: id, client_id: 1 })
      .execute()
  })
  expect(await send('FW-902')).toMatchObject({ accepted: 1, quarantined: 0 })
  // Client 2 has this number.
  const [neighbours, unknown] = [await send('FW-511'), await send('FW-903')]
  for (const answer of [neighbours, unknown]) {
    expect(answer).toMatchObject({ quarantined: 1, errors: [{ reason: 'unknownMachine' }] })
  }
  expect(neighbours.errors[0]?.detail).toBe(unknown.errors[0]?.detail)
})
