import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { freshName as name } from '../../testing/rights/rowMaker.ts'
import { type Person, people } from '../../testing/rights/visitors.ts'
import { limits } from '../http/limits.ts'

/** What the panel shows to each role; who may use which call at all is in `access/rights.test.ts`. */
let server: TestServer
const tokens = new Map<string, string>()
const ids = new Map<string, number>()

let ahead = 0
beforeEach(() => {
  ahead += 60_000
})

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  for (const name of people) {
    const session = await server.signIn(name)
    tokens.set(name, session.accessToken)
    ids.set(name, session.id)
  }
})
afterAll(() => server?.close())

const db = () => tables(server.deps.management)
const person = () => ({ firstName: 'A', email: `${name().replace(' ', '')}@made.example` })

const entries = async () =>
  Number(
    (
      await db()
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
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
    const body = {
      username: name(),
      ...person(),
      role,
      ...place,
      ...(role === 5 ? {} : { password: 'abc' }),
    }
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

const said = z.looseObject({ code: z.string().optional(), message: z.string() })

test('that a name or address is taken elsewhere is neither named nor guessed quickly', async () => {
  const ask = async (who: Person, more: object) => {
    const body = { username: name(), ...person(), role: 2, clientId: 1, password: 'abc', ...more }
    const answer = await server.ask(contract.addUser.path, { token: tokens.get(who), body })
    const { code, message } = said.parse(await answer.json())
    return { status: answer.status, code, message }
  }
  const elsewhere = { username: name(), email: `${name().replace(' ', '')}@elsewhere.example` }
  expect(await ask('admin', { ...elsewhere, clientId: 2 })).toMatchObject({ status: 200 })
  const refused = {
    status: 409,
    code: 'user.notAvailable',
    message: 'This user name or e-mail address is not available.',
  }
  for (const who of ['clientadmin', 'distributor'] as const) {
    expect(await ask(who, { username: elsewhere.username.toUpperCase() })).toEqual(refused)
    expect(await ask(who, { email: elsewhere.email })).toEqual(refused)
  }
  // An admin sees all clients anyway.
  expect((await ask('admin', { email: elsewhere.email })).message).toContain(
    elsewhere.email.toLowerCase(),
  )
  for (let time = 2; time < limits.takenNames.burst; time += 1) {
    expect(await ask('clientadmin', { email: elsewhere.email })).toEqual(refused)
  }
  expect(await ask('clientadmin', { email: elsewhere.email })).toMatchObject({ status: 429 })
  expect(await ask('distributor', { email: elsewhere.email })).toEqual(refused)
})
