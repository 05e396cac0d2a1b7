import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let token: string
let ahead = 0
beforeEach(() => {
  ahead += 60_000
})

beforeAll(async () => {
  server = await openTestServer({
    now: () => Date.now() + ahead,
    env: { PASSWORD_MIN_LENGTH: '5' },
  })
  await addNeighbours(server.deps.management)
  token = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

const said = z.looseObject({
  message: z.string(),
  id: z.number().optional(),
  token: z.string().optional(),
})
async function ask(method: string, path: string, body?: unknown, as = token) {
  const answer = await server.ask(path, { method, token: as, ...(body !== undefined && { body }) })
  return { status: answer.status, ...said.parse(await answer.json()) }
}
const contact = { contactName: 'A', contactEmail: 'a@b.example', contactNumber: '1' }
const machineNamed = async (serialNo: string) => {
  const answer = await server.ask(contract.managedMachines.path, { token })
  const { machines } = contract.managedMachines.answer.parse(await answer.json())
  return machines.find(({ machineId }) => machineId === serialNo)
}

test('every success speaks to the letter', async () => {
  const distributor = await ask('POST', '/api/admin/distributor', { name: 'New one', ...contact })
  expect(distributor).toMatchObject({ status: 200, message: 'Distributor added successfully' })
  const d = `/api/admin/distributor/${distributor.id}`
  expect((await ask('PUT', d, contact)).message).toBe('Distributor updated successfully')
  const client = await ask('POST', '/api/admin/client', { name: 'New client', subscriptionId: 1 })
  expect(client).toMatchObject({ status: 200, message: 'Success!' })
  const c = { subscriptionId: 1, is_active: true, distributorId: distributor.id }
  expect((await ask('PUT', `/api/admin/client/update/${client.id}`, c)).message).toBe('Success!')
  const inUse = await ask('DELETE', d)
  expect(inUse).toMatchObject({
    status: 409,
    code: 'row.inUse',
    message: 'This distributor still has 1 client and 0 users.',
  })
  const machine = await ask('POST', '/api/admin/machine', {
    clientId: client.id,
    machineTypeId: 1,
    machineId: 'NEW-1',
  })
  expect(machine.message).toBe('Success!')
  const line = { lineName: 'Hall 3', clientId: client.id, machineName: 'NEW-1' }
  expect((await ask('PUT', `/api/admin/updateLine/${machine.id}`, line)).message).toBe('Success!')
  expect(await machineNamed('NEW-1')).toMatchObject({
    lineName: 'Hall 3',
    clientName: 'New client',
    machineTypeName: 'Flow Wrapper FW-3',
  })
  const m = `/api/admin/machine/${machine.id}`
  const changed = { machineTypeId: 2, machineId: 'NEW-2', targetPpm: 88.5 }
  const version = (await machineNamed('NEW-1'))?.version
  expect((await ask('PUT', m, { ...changed, version })).message).toBe('Success!')
  expect(await ask('PUT', m, { ...changed, version })).toMatchObject({
    status: 409,
    message: 'Somebody else changed this meanwhile. Please look again.',
  })
  expect((await ask('DELETE', m)).message).toBe('Machine deleted successfully')
  expect((await ask('DELETE', `/api/admin/client/${client.id}`)).message).toBe(
    'Client deleted successfully',
  )
  expect((await ask('DELETE', d)).message).toBe('Distributor deleted successfully')
  expect(await ask('DELETE', d)).toMatchObject({ status: 404, code: 'distributor.notFound' })

  const answer = await server.ask(contract.deletedRows.path, { token })
  const { deleted } = contract.deletedRows.answer.parse(await answer.json())
  expect(deleted.map(({ kind, name, clientName }) => [kind, name, clientName])).toEqual(
    expect.arrayContaining([
      ['distributor', 'New one', null],
      ['client', 'New client', null],
      ['machine', 'NEW-2', 'New client'],
    ]),
  )
  const back = (kind: string, id: number | undefined) =>
    ask('POST', `/api/admin/deleted/${kind}/${id}/restore`)
  expect(await back('client', client.id)).toMatchObject({
    status: 409,
    message: 'Its distributor must be restored first.',
  })
  expect((await back('distributor', distributor.id)).status).toBe(200)
  expect((await back('client', client.id)).message).toBe('Success!')
  expect((await back('machine', machine.id)).status).toBe(200)
  expect((await back('machine', machine.id)).status).toBe(404)
})

test('the first client and the last admin stay', async () => {
  const message = 'The client with number 1 cannot be deleted or disabled.'
  expect(await ask('DELETE', '/api/admin/client/1')).toMatchObject({ status: 409, message })
  expect(
    await ask('PUT', '/api/admin/client/update/1', { subscriptionId: 2, is_active: false }),
  ).toMatchObject({ status: 409, message })
})

/** The receivers of the e-mails. */
const written = () => server.deps.mail.outbox()?.map(({ to }) => to)

test('a user without a password is invited, one with a password signs in', async () => {
  const add = (more: object) =>
    ask('POST', '/api/admin/user', {
      username: 'anna',
      firstName: 'Anna',
      email: 'anna@new.example',
      role: 3,
      clientId: 2,
      ...more,
    })
  const blank = await add({ password: '     ' })
  expect(blank).toMatchObject({
    status: 400,
    message: 'Password cannot be empty or contain only spaces.',
  })
  expect(await add({ password: 'four' })).toMatchObject({
    status: 400,
    message: 'Password must be at least 5 characters long.',
  })
  const anna = await add({ password: '' })
  expect(anna.status).toBe(200)
  expect(written()).toEqual(['anna@new.example'])
  expect(await add({ email: 'other@new.example' })).toMatchObject({
    status: 409,
    code: 'name.taken',
    message: 'There is already a user of this user name: anna.',
  })
  const bert = await add({ username: 'bert', email: 'bert@new.example', password: 'tinplate 7q' })
  expect(bert.status).toBe(200)
  expect(written()).toEqual(['anna@new.example'])
  const session = await server.signIn('bert', 'tinplate 7q')
  expect(session).toMatchObject({ role: 'user', clientId: 2 })
  const look = async () =>
    (await server.ask('/api/admin/client_machines/2', { token: session.accessToken })).status
  expect(await look()).toBe(200)
  expect((await ask('DELETE', `/api/admin/user/${bert.id}`)).message).toBe(
    'User deleted successfully',
  )
  ahead += 5_000
  expect(await look()).toBe(401)
})

test('an added machine is recorded by its device without a restart, and no longer when it is deleted', async () => {
  const machine = await ask('POST', '/api/admin/machine', {
    clientId: 1,
    machineTypeId: 1,
    machineId: 'FW-999',
  })
  const device = await ask('POST', '/api/admin/device', {
    clientId: 1,
    name: 'FW-999',
    machines: ['FW-999'],
  })
  expect(device.status).toBe(200)
  const record = () => factory.at(Date.now() + ahead).sample('FW-999', { state: 10 })
  const accepted = async () => {
    const answer = await server.send('FW-999', [record()], device.token)
    return z.looseObject({ accepted: z.number() }).parse(await answer.json()).accepted
  }
  await expect.poll(accepted, { timeout: 30_000 }).toBe(1)
  expect((await ask('DELETE', `/api/admin/machine/${machine.id}`)).status).toBe(200)
  // Its device sent for it alone, and was deleted with it.
  const status = async () => (await server.send('FW-999', [record()], device.token)).status
  await expect.poll(status, { timeout: 30_000 }).toBe(401)
  expect((await ask('DELETE', `/api/admin/device/${device.id}`)).status).toBe(404)
})

test('what refers to something deleted says so and breaks no page', async () => {
  const db = tables(server.deps.management)
  const { id } = await db
    .insertInto('machine_type')
    .values({ label: 'Old model', deleted_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('machine')
    .values({ serial_no: 'OLD-1', machine_type_id: id, client_id: 2 })
    .execute()
  expect(await machineNamed('OLD-1')).toMatchObject({ machineTypeName: 'Old model (deleted)' })
  const machines = await server.ask('/api/admin/client_machines/2', { token })
  expect(machines.status).toBe(200)
  expect(
    await ask('PUT', `/api/admin/machine/${(await machineNamed('OLD-1'))?.id}`, {
      machineTypeId: id,
      machineId: 'OLD-2',
    }),
  ).toMatchObject({ status: 200 })
})

test('subscriptions are offered, and tutorials are none', async () => {
  const subscriptions = await server.ask(contract.subscriptionOptions.path, { token })
  expect(await subscriptions.json()).toEqual({
    subscriptions: [
      { id: 2, label: 'premium' },
      { id: 1, label: 'standard' },
    ],
  })
  expect(await (await server.ask(contract.tutorials.path, { token })).json()).toEqual({
    tutorials: [],
  })
})

test('the list of users holds no device, however it was added, for anyone who may read the list', async () => {
  const names = ['GATEWAY-A', 'GATEWAY-B']
  const added = await Promise.all([
    ask('POST', contract.addDevice.path, { clientId: 1, name: names[0], machines: 'all' }),
    ask('POST', contract.addUser.path, {
      ...{ username: names[1], firstName: 'G', email: 'g@b.example', role: 5, clientId: 1 },
    }),
  ])
  expect(added.map(({ status }) => status)).toEqual([200, 200])
  for (const username of ['admin', 'distributor', 'clientadmin']) {
    const { accessToken } = await server.signIn(username)
    const read = async (path: string) =>
      (await server.ask(path, { token: accessToken })).json() as Promise<unknown>
    const { devices } = contract.devices.answer.parse(await read(contract.devices.path))
    const known = devices.map(({ name }) => name)
    expect(known).toEqual(expect.arrayContaining(names))
    const { users } = contract.users.answer.parse(await read(contract.users.path))
    expect(users.map((user) => user.username)).toContain('user')
    expect(users.filter((user) => known.includes(user.username))).toEqual([])
    expect(users.filter(({ role }) => role === 5)).toEqual([])
  }
})
