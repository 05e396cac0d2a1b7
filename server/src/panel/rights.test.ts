import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@packboard/contract'
import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { routeTable } from '../access/routeTable.ts'
import { addNeighbours } from '../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../testing/openTestServer.ts'

/**
 * Every call of the management panel × every role × a row of client 1 (or distributor 1), one of the neighbour, and one
 * that never was. What is expected is written down by hand, so that a slip in a policy cannot also be in its test.
 */
let server: TestServer
let picture: Blob
const tokens = new Map<string, string>()
const ids = new Map<string, number>()

const people = [
  'admin',
  'distributor',
  'distributor2',
  'clientadmin',
  'engineer',
  'user',
  'neighbour',
] as const
type Person = (typeof people)[number]
const places = ['one', 'two', 'absent'] as const
type Place = (typeof places)[number]
const absent = 999_999

let ahead = 0
beforeEach(() => {
  ahead += 60_000
})

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.parts.management)
  for (const name of people) {
    const session = await server.signIn(name)
    tokens.set(name, session.accessToken)
    ids.set(name, session.id)
  }
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
})
afterAll(() => server?.close())

const db = () => tables(server.parts.management)
let made = 0
const name = () => `Made ${++made}`
const owner = (place: Place) => (place === 'one' ? 1 : place === 'two' ? 2 : absent)

/** Makes a row of a place and answers its number; of the absent place none is made. */
const make = {
  async user(place: Place, deleted = false) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('user_account')
      .values({
        username: name(),
        group_id: 3,
        client_id: owner(place),
        deleted_at: deleted ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  async machine(place: Place) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('machine')
      .values({ serial_no: name(), machine_type_id: 1, client_id: owner(place) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  async client(place: Place) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('client')
      .values({ name: name(), subscription_id: 1, distributor_id: owner(place) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  async distributor(place: Place) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('distributor')
      .values({ name: name() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  async type(place: Place) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('machine_type')
      .values({ label: name() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  async kioskLink(place: Place) {
    if (place === 'absent') return absent
    const row = await db()
      .insertInto('kiosk_link')
      .values({
        token_hash: randomBytes(32),
        client_id: owner(place),
        label: name(),
        created_by: ids.get('admin') ?? 0,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
}

type Asked = { id?: number; body?: unknown; form?: FormData }
type Row = {
  readonly call: Endpoint
  /** For the lists of the panel there is one place only. */
  readonly ask: (place: Place) => Promise<Asked> | Asked
  /** Status for a row of client 1, of client 2, and of none. */
  readonly expected: Record<Person, string>
}

const contact = { contactName: 'A', contactEmail: 'a@b.example', contactNumber: '1' }
const person = () => ({ firstName: 'A', email: `${++made}@made.example` })
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.set(key, value)
  data.set('file', picture, 'picture.png')
  return data
}

const no = '403 403 403'
/** Admins alone; the rest is refused before anybody looks at the row. */
const provider = (admin: string) => ({
  admin,
  distributor: no,
  distributor2: no,
  clientadmin: no,
  engineer: no,
  user: no,
  neighbour: no,
})
const open = '200 200 200'
const byId = '200 200 404'
const panel = {
  ...provider(open),
  distributor: open,
  distributor2: open,
  clientadmin: open,
  engineer: open,
}
const usersOf = {
  ...provider(byId),
  distributor: '200 404 404',
  distributor2: '404 200 404',
  clientadmin: '200 404 404',
}

const rows: Row[] = [
  { call: contract.distributors, ask: () => ({}), expected: provider(open) },
  {
    call: contract.addDistributor,
    ask: () => ({ body: { name: name(), ...contact } }),
    expected: provider(open),
  },
  {
    call: contract.updateDistributor,
    ask: async (place) => ({ id: await make.distributor(place), body: contact }),
    expected: provider(byId),
  },
  {
    call: contract.deleteDistributor,
    ask: async (place) => ({ id: await make.distributor(place) }),
    expected: provider(byId),
  },
  { call: contract.managedClients, ask: () => ({}), expected: provider(open) },
  {
    call: contract.addClient,
    ask: (place) => ({
      body: { name: name(), subscriptionId: 1, distributorId: owner(place) },
    }),
    expected: provider(byId),
  },
  {
    call: contract.updateClient,
    ask: async (place) => ({
      id: await make.client(place),
      body: { subscriptionId: 1, is_active: true },
    }),
    expected: provider(byId),
  },
  {
    call: contract.deleteClient,
    ask: async (place) => ({ id: await make.client(place) }),
    expected: provider(byId),
  },
  {
    call: contract.managedMachines,
    ask: () => ({}),
    expected: { ...provider(open), engineer: open },
  },
  {
    call: contract.addMachine,
    ask: (place) => ({
      body: { clientId: owner(place), machineTypeId: 1, machineId: name() },
    }),
    expected: provider(byId),
  },
  {
    call: contract.updateMachine,
    ask: async (place) => ({
      id: await make.machine(place),
      body: { machineTypeId: 1, machineId: name() },
    }),
    expected: provider(byId),
  },
  {
    call: contract.deleteMachine,
    ask: async (place) => ({ id: await make.machine(place) }),
    expected: provider(byId),
  },
  { call: contract.machineTypes, ask: () => ({}), expected: panel },
  {
    call: contract.addMachineType,
    ask: () => ({ form: form({ label: name() }) }),
    expected: provider(open),
  },
  {
    call: contract.updateMachineType,
    ask: async (place) => ({ id: await make.type(place), form: form({}) }),
    expected: provider(byId),
  },
  {
    call: contract.deleteMachineType,
    ask: async (place) => ({ id: await make.type(place) }),
    expected: provider(byId),
  },
  { call: contract.users, ask: () => ({}), expected: panel },
  {
    call: contract.addUser,
    // The one role that each of those who may add somebody may give.
    ask: (place) => ({
      body: { username: name(), ...person(), role: 2, clientId: owner(place), password: 'abc' },
    }),
    expected: usersOf,
  },
  {
    call: contract.updateUser,
    ask: async (place) => ({ id: await make.user(place), body: person() }),
    expected: usersOf,
  },
  {
    call: contract.deleteUser,
    ask: async (place) => ({ id: await make.user(place) }),
    expected: usersOf,
  },
  {
    call: contract.updateLine,
    ask: async (place) => ({ id: await make.machine(place), body: { lineName: name() } }),
    expected: { ...provider(byId), engineer: '200 404 404' },
  },
  {
    call: contract.kioskLinks,
    ask: () => ({}),
    expected: { ...provider(open), distributor: open, distributor2: open, clientadmin: open },
  },
  {
    call: contract.addKioskLink,
    ask: (place) => ({ body: { clientId: owner(place), label: name() } }),
    expected: usersOf,
  },
  {
    call: contract.revokeKioskLink,
    ask: async (place) => ({ id: await make.kioskLink(place) }),
    expected: usersOf,
  },
  { call: contract.subscriptionOptions, ask: () => ({}), expected: panel },
  { call: contract.userGroupOptions, ask: () => ({}), expected: panel },
  { call: contract.tutorials, ask: () => ({}), expected: panel },
  { call: contract.deletedRows, ask: () => ({}), expected: provider(open) },
  {
    call: contract.restore,
    ask: async (place) => ({ id: await make.user(place, true) }),
    expected: provider(byId),
  },
]

function send(call: Endpoint, asked: Asked, token: string | undefined): Promise<Response> {
  const path = call.path.replace(':kind', 'user').replace(':id', String(asked.id))
  if (asked.form === undefined) {
    return server.ask(path, { method: call.method, token, body: asked.body })
  }
  return fetch(server.url + path, {
    method: call.method,
    headers: token === undefined ? {} : { 'x-access-token': token },
    body: asked.form,
  })
}

const entries = async () =>
  Number(
    (
      await db()
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const titleOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('the table names every call of the panel', () => {
  const permissions = [
    'openPanel',
    'manageUsers',
    'nameLines',
    'manageKioskLinks',
    'manageInstallation',
    'restoreDeleted',
  ]
  const doors = routeTable.filter(({ visitor }) => permissions.includes(visitor))
  expect(rows.map(({ call }) => titleOf(call)).sort()).toEqual(
    doors.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test.each(rows.map((row) => [titleOf(row.call), row] as const))(
  '%s for every role and an own, a neighbour’s and an absent row',
  async (_title, { call, ask, expected }) => {
    const stranger = await send(call, await ask('one'), undefined)
    expect(stranger.status).toBe(401)
    for (const who of people) {
      const statuses: number[] = []
      const texts: string[] = []
      for (const place of places) {
        const asked = await ask(place)
        const known = await entries()
        const answer = await send(call, asked, tokens.get(who))
        statuses.push(answer.status)
        texts.push((await answer.text()).replace(/"requestId":"[^"]*"/, ''))
        const wrote = call.method !== 'GET' && answer.status === 200
        expect([who, place, await entries()]).toEqual([who, place, known + (wrote ? 1 : 0)])
        if (answer.status === 200) {
          expect(call.answer.safeParse(JSON.parse(texts.at(-1) ?? '')).error).toBeUndefined()
        }
      }
      expect([who, statuses.join(' ')]).toEqual([who, expected[who]])
      // What is somebody else's and what never was cannot be told apart (D35).
      const refused = texts.filter((_, index) => statuses[index] === 404)
      expect(new Set(refused).size).toBeLessThanOrEqual(1)
    }
  },
)

test('everybody sees the users of their own place alone', async () => {
  const seen = async (who: Person) => {
    const answer = await server.ask(contract.users.path, { token: tokens.get(who) })
    return contract.users.answer.parse(await answer.json()).users
  }
  const everybody = await seen('admin')
  expect(everybody.some(({ username, role }) => username === 'pending' && role === null)).toBe(true)
  const of = (...clients: number[]) =>
    everybody.filter(({ clientId }) => clientId !== null && clients.includes(clientId))
  const named = (rows: { username: string }[]) => rows.map(({ username }) => username).sort()
  expect(named(await seen('clientadmin'))).toEqual(named(of(1)))
  expect(named(await seen('engineer'))).toEqual(named(of(1)))
  const served = everybody.filter(({ distributorId }) => distributorId === 1)
  expect(named(await seen('distributor'))).toEqual(named(served))
  expect(named(served)).toEqual(expect.arrayContaining(['distributor', 'clientadmin', 'unpaid']))
  const others = named(await seen('distributor2'))
  expect(others).toContain('neighbour')
  expect(others.filter((one) => /^(admin|engineer|pending|gone|FW-1\d\d)$/.test(one))).toEqual([])
  expect(named(everybody)).not.toContain('gone')
  expect(JSON.stringify(everybody)).not.toMatch(/argon|password/)
})

test('an engineer sees the machines of the own client alone', async () => {
  const answer = await server.ask(contract.managedMachines.path, { token: tokens.get('engineer') })
  const { machines } = contract.managedMachines.answer.parse(await answer.json())
  expect(machines.length).toBeGreaterThanOrEqual(8)
  expect(new Set(machines.map(({ clientId }) => clientId))).toEqual(new Set([1]))
})

/** Which of the groups 1 to 6 each may give (D34). */
test.each([
  ['admin', [1, 2, 3, 4, 5, 6]],
  ['distributor', [2, 3, 5]],
  ['clientadmin', [2]],
  ['engineer', []],
  ['user', []],
] as const)('%s gives the roles %s and no other, and is offered those', async (who, given) => {
  const token = tokens.get(who)
  for (const role of [1, 2, 3, 4, 5, 6]) {
    const place = role === 1 ? {} : role === 6 ? { distributorId: 1 } : { clientId: 1 }
    const body = { username: name(), ...person(), role, ...place, password: 'abc' }
    const answer = await server.ask(contract.addUser.path, { token, body })
    const may = (given as readonly number[]).includes(role)
    expect([role, answer.status]).toEqual([role, may ? 200 : 403])
  }
  const offered = await server.ask(contract.userGroupOptions.path, { token })
  if (who === 'user') return expect(offered.status).toBe(403)
  const { userGroups } = contract.userGroupOptions.answer.parse(await offered.json())
  expect(userGroups.map(({ id }) => id)).toEqual(given)
})

test.each(['admin', 'distributor', 'clientadmin'] as const)(
  '%s acts neither on oneself nor, without being one, on an admin or on who awaits approval',
  async (who) => {
    const token = tokens.get(who)
    const pending = await db()
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'pending')
      .executeTakeFirstOrThrow()
    const targets = [
      ids.get(who) ?? 0,
      ...(who === 'admin' ? [] : [ids.get('admin') ?? 0, pending.id]),
    ]
    const wanted = [403, 404, 404]
    const known = await entries()
    for (const [index, id] of targets.entries()) {
      const path = contract.deleteUser.path.replace(':id', String(id))
      expect((await server.ask(path, { method: 'DELETE', token })).status).toBe(wanted[index])
      const put = await server.ask(path, { method: 'PUT', token, body: person() })
      expect(put.status).toBe(wanted[index])
    }
    expect(await entries()).toBe(known)
  },
)

test('a place that is not one’s own is no place for a new user', async () => {
  const add = async (who: Person, more: object) => {
    const body = { username: name(), ...person(), role: 2, password: 'abc', ...more }
    const answer = await server.ask(contract.addUser.path, { token: tokens.get(who), body })
    return answer.status
  }
  expect(await add('clientadmin', {})).toBe(200)
  expect(await add('clientadmin', { clientId: 2 })).toBe(404)
  expect(await add('distributor', {})).toBe(400)
  expect(await add('distributor', { clientId: 3, distributorId: 1 })).toBe(200)
  expect(await add('distributor', { clientId: 3, distributorId: 2 })).toBe(404)
  expect(await add('distributor', { clientId: 4, distributorId: 1 })).toBe(404)
  expect(await add('admin', { clientId: 4, distributorId: 1 })).toBe(400)
  expect(await add('admin', { role: 77, clientId: 4 })).toBe(400)
})
