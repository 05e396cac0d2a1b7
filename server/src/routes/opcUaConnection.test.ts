import * as contract from '@packboard/contract'
import { type PackmlServer, packmlServer } from '@packboard/ingest/testing/packmlServer'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveReader } from '../../testing/liveReader.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let plant: PackmlServer
let admin = ''

beforeAll(async () => {
  plant = await packmlServer({})
  server = await openTestServer({ env: { OPCUA_HOSTS: '127.0.0.1' } })
  admin = (await server.signIn('admin')).accessToken
})
afterAll(async () => {
  await server?.close()
  await plant?.close()
})

const db = () => tables(server.deps.management)
async function idOf(serialNo: string) {
  const { id } = await db()
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  return id
}
const pathOf = async (serialNo: string) => `/api/admin/machine/${await idOf(serialNo)}/connection`
const put = async (serialNo: string, body: object) =>
  server.ask(await pathOf(serialNo), { method: 'PUT', token: admin, body })
async function read(serialNo: string) {
  const answer = await server.ask(await pathOf(serialNo), { token: admin })
  const text = await answer.text()
  return { text, connection: contract.machineConnection.answer.parse(JSON.parse(text)) }
}
async function found(serialNo: string, again: 'yes' | 'no' = 'no') {
  const answer = await server.ask(`${await pathOf(serialNo)}/found?again=${again}`, {
    token: admin,
  })
  expect(answer.status).toBe(200)
  return contract.connectionFound.answer.parse(await answer.json()).found
}
async function passwordOf(serialNo: string) {
  const id = await idOf(serialNo)
  const row = await db()
    .selectFrom('machine_opcua')
    .selectAll()
    .where('machine_id', '=', id)
    .executeTakeFirst()
  expect(row?.password ?? null).toBeNull()
  const { secrets } = server.deps.management
  const sealed = row?.sealed_password
  return sealed ? secrets.open('opcua', `machine ${id}`, sealed) : sealed
}

test('a machine that is set to OPC UA is LIVE with the state that its server has, and the server is said', async () => {
  expect(await found('FW-101')).toBeNull()
  plant.say('Execute')
  const { accessToken } = await server.signIn('user')
  const reader = await liveReader(server, accessToken, 1)
  const card = () =>
    reader.events
      .filter(({ event }) => event === 'machine')
      .map(({ data }) => contract.machineNow.parse(JSON.parse(data)))
      .findLast(({ machineId }) => machineId === 'FW-101')
  try {
    const set = { door: 'opcua', address: plant.url, opcUa: { security: 'none' } }
    expect((await put('FW-101', set)).status).toBe(200)
    await expect.poll(() => card()?.Recipe).toBe(10)
    expect(await found('FW-101', 'yes')).toMatchObject({
      status: 'served',
      machine: 'Hall 2/Line 1',
      machines: ['Hall 2/Line 1'],
      alarms: 'array',
      fault: null,
    })
    plant.say('Held')
    await expect.poll(() => card()?.Recipe).toBe(13)
    // Another connector: it is let go.
    expect((await put('FW-101', { door: 'http' })).status).toBe(200)
    await expect.poll(() => plant.sessions()).toBe(0)
    expect(await found('FW-101')).toBeNull()
    expect(plant.changing).toEqual([])
  } finally {
    reader.close()
  }
})

test('a password is in no answer and no entry, and stays only for the same address and user', async () => {
  const address = 'opc.tcp://127.0.0.1:1'
  const secret = 'of-the-plc'
  const signIn = { security: 'signAndEncrypt', userName: 'reader' }
  const withPassword = { ...signIn, password: secret }
  expect((await put('FW-102', { door: 'opcua', address, opcUa: withPassword })).status).toBe(200)
  const { text, connection } = await read('FW-102')
  expect(connection).toMatchObject({
    door: 'opcua',
    address,
    opcUa: { ...signIn, hasPassword: true },
  })
  expect(text).not.toContain(secret)

  // As a person who edits something else sends it.
  await put('FW-102', { door: 'opcua', address, opcUa: signIn, holdSeconds: 30 })
  expect(await passwordOf('FW-102')).toBe(secret)
  await put('FW-102', { door: 'opcua', address: 'opc.tcp://192.0.2.66', opcUa: signIn })
  expect(await passwordOf('FW-102')).toBeNull()
  await put('FW-102', { door: 'opcua', address, opcUa: withPassword })
  await put('FW-102', { door: 'opcua', address, opcUa: { ...signIn, userName: 'other' } })
  expect(await passwordOf('FW-102')).toBeNull()
  await put('FW-102', { door: 'opcua', address, opcUa: withPassword })
  await put('FW-102', { door: 'http' })
  expect(await passwordOf('FW-102')).toBeUndefined()

  const entries = await db().selectFrom('audit_log').selectAll().execute()
  const said = JSON.stringify(entries)
  expect(said).toContain('"passwordChanged":true')
  expect(said).toContain('"userName":"reader"')
  expect(said).not.toContain(secret)
  expect(server.lines.join('\n')).not.toContain(secret)
})

test('a person trusts the certificate that the server shows and takes it back, and the audit log says who', async () => {
  const door = { door: 'opcua', address: plant.url }
  const path = `${await pathOf('FW-301')}/certificate`
  const trust = (fingerprint: string, token = admin) =>
    server.ask(path, { method: 'POST', token, body: { fingerprint } })
  expect((await put('FW-301', door)).status).toBe(200)
  const shown = (await found('FW-301', 'yes'))?.certificate
  expect(shown?.trusted).toBeNull()
  const fingerprint = shown?.fingerprint ?? ''
  // Not who may not set a connection, and not another certificate than the one that was compared.
  const { accessToken } = await server.signIn('engineer')
  expect((await trust(fingerprint, accessToken)).status).toBe(403)
  const other = await trust('0'.repeat(64))
  expect([other.status, await other.json()]).toMatchObject([
    400,
    { errors: [{ field: 'fingerprint' }] },
  ])
  expect(plant.sessions()).toBe(0)

  expect((await trust(fingerprint)).status).toBe(200)
  expect(await found('FW-301', 'yes')).toMatchObject({
    status: 'served',
    security: { mode: 'SignAndEncrypt' },
    certificate: { fingerprint, trusted: 'person' },
  })
  const { connection } = await read('FW-301')
  expect(connection.opcUa?.trusted).toMatchObject({ fingerprint, validTo: shown?.validTo })
  // What else is set leaves it as it is; another address is another server.
  await put('FW-301', { ...door, holdSeconds: 30 })
  expect((await read('FW-301')).connection.opcUa?.trusted?.fingerprint).toBe(fingerprint)
  await put('FW-301', { door: 'opcua', address: 'opc.tcp://127.0.0.1:1' })
  expect((await read('FW-301')).connection.opcUa?.trusted).toBeNull()
  await put('FW-301', door)
  await found('FW-301', 'yes')
  expect((await trust(fingerprint)).status).toBe(200)

  const end = () => server.ask(path, { method: 'DELETE', token: admin })
  expect((await end()).status).toBe(200)
  expect(await found('FW-301', 'yes')).toMatchObject({
    status: 'waiting',
    fault: { reason: 'certificateUnknown' },
  })
  expect((await end()).status).toBe(400)
  const entries = await db()
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', await idOf('FW-301'))
    .execute()
  const said = entries.map(({ before, after }) => JSON.stringify([before, after]))
  expect(said.filter((text) => text.includes('trustedCertificate'))).toEqual([
    expect.stringMatching(new RegExp(`null.*"${fingerprint}"`)),
    expect.stringMatching(new RegExp(`null.*"${fingerprint}"`)),
    expect.stringMatching(new RegExp(`"${fingerprint}".*null`)),
  ])
  await put('FW-301', { door: 'http' })
})

test('without a server there is a sentence, and it is tried again', async () => {
  const address = 'opc.tcp://127.0.0.1:1'
  expect((await put('FW-302', { door: 'opcua', address })).status).toBe(200)
  expect(await found('FW-302', 'yes')).toMatchObject({
    status: 'waiting',
    fault: { reason: 'unreachable', detail: expect.stringContaining('firewall') },
  })
  await put('FW-302', { door: 'http' })
})

test.each([
  [{ door: 'opcua' }, 'address', 'opc.tcp://'],
  [{ door: 'opcua', address: 'plant/hall/line' }, 'address', 'opc.tcp://'],
  [{ door: 'opcua', address: 'opc.tcp://user:secret@plc' }, 'address', 'opc.tcp://'],
  [{ door: 'opcua', address: 'opc.tcp://plc', opcUa: { password: 'x' } }, 'opcUa', 'user name'],
  [
    { door: 'opcua', address: 'opc.tcp://plc', dictionary: { Run: 31 } },
    'dictionary',
    '"Run = 31"',
  ],
  [{ door: 'http', opcUa: { security: 'none' } }, 'opcUa', 'Only OPC UA'],
])('%j is refused at %s', async (body, field, words) => {
  const answer = await put('FW-201', body)
  expect(answer.status).toBe(400)
  const { errors } = contract.failure.parse(await answer.json())
  expect(errors).toEqual([{ field, message: expect.stringContaining(words) }])
})
