import { addMachine, ingestAnswer, ingestRecords } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const record = { kind: 'sample', serialNo, time: Date.now(), state: 'Execute' }
  const answer = await server.ask(ingestRecords.path, {
    method: 'POST',
    token: 'gateway-northfield-confectionery:packboard',
    body: [record],
  })
  return ingestAnswer.parse(await answer.json())
}

/** Keeps the directory from being read, as a store does that is slow for as long. */
async function holdDirectory() {
  const locked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const done = tables(server.deps.management)
    .transaction()
    .execute(async (change) => {
      await sql`lock table product_recipe in access exclusive mode`.execute(change)
      locked.resolve()
      await gate.promise
    })
  await locked.promise
  return async () => {
    gate.resolve()
    await done
  }
}

test('the answer waits for a directory that is slow, and a record right after it is stored', async () => {
  const letGo = await holdDirectory()
  let isAnswered = false
  const body = { clientId: 1, machineTypeId: 1, machineId: 'FW-901' }
  const answer = server.ask(addMachine.path, { method: 'POST', token: admin, body }).finally(() => {
    isAnswered = true
  })
  // Longer than an answer waited before.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const answeredEarly = isAnswered
  await letGo()
  expect((await answer).status).toBe(200)
  expect(await send('FW-901')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(answeredEarly).toBe(false)
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
