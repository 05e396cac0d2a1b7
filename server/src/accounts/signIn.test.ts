import { failure, session, warnings } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { limits } from '../http/limits.ts'

let server: TestServer
let ahead = 0

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
})
afterAll(() => server.close())

const signIn = (body: unknown, slug = 'packboard-signin') =>
  server.ask(`/api/auth/${slug}`, { body })

test.each([
  ['admin', { role: 'admin', firstName: 'Marta', clientId: null, distributorId: null }],
  ['distributor', { role: 'distributor', clientId: null, distributorId: 1 }],
  ['clientadmin', { role: 'clientAdmin', clientId: 1, clientName: 'Northfield Confectionery' }],
  ['engineer', { role: 'engineer', clientId: 1, subscriptionLabel: 'premium' }],
  ['user', { role: 'user', clientId: 1, distributorId: null }],
])('%s signs in, uses the token and signs out', async (username, expected) => {
  const answer = await signIn({ username, password: 'packboard', browserSaved: true })
  expect(answer.status).toBe(200)
  const person = z.looseObject({ accessToken: z.string() }).parse(await answer.json())
  expect(person).toMatchObject({ ...expected, username })
  expect(Object.keys(person).sort()).toEqual([
    'accessToken',
    'clientId',
    'clientName',
    'distributorId',
    'firstName',
    'givableRoles',
    'id',
    'permissions',
    'role',
    'subscriptionLabel',
    'username',
  ])

  const token = person.accessToken
  expect((await server.ask('/api/admin/client_machines/1', { token })).status).toBe(200)
  const out = await server.ask('/api/auth/signout', { method: 'POST', token })
  expect([out.status, await out.json()]).toEqual([200, { message: 'Signed out.' }])
  const after = await server.ask('/api/admin/client_machines/1', { token })
  expect(after.status).toBe(401)
  expect(await after.json()).toMatchObject({ code: 'session.required', message: 'Please sign in.' })
})

test('any slug signs in, with a new token each time, by name or e-mail in any case', async () => {
  const requested = { password: 'packboard' }
  const answers = await Promise.all([
    signIn({ ...requested, username: 'user' }, 'another-product-signin'),
    signIn({ ...requested, username: 'USER' }, 'x-signin'),
    signIn({ ...requested, username: 'User@packboard.example' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const people = await Promise.all(
    answers.map(async (answer) => session.parse(await answer.json())),
  )
  expect(new Set(people.map(({ accessToken }) => accessToken)).size).toBe(3)
})

test.each(['UPPER-signin', 'a%20b-signin', `${'a'.repeat(41)}-signin`, "a';--signin"])(
  'the slug %s is none',
  async (slug) => {
    expect((await signIn({ username: 'user', password: 'packboard' }, slug)).status).toBe(400)
  },
)

test('a wrong password and an unknown name cannot be told apart', async () => {
  const answers = await Promise.all(
    ['engineer', 'nobody-of-this-name', 'gone'].map((username) =>
      signIn({ username, password: username === 'gone' ? 'packboard' : 'wrong' }),
    ),
  )
  for (const answer of answers) {
    const { requestId, ...body } = failure.parse(await answer.json())
    expect([answer.status, body]).toEqual([
      400,
      { message: 'Invalid username or password!', code: 'signin.failed' },
    ])
    expect(requestId).toBe(answer.headers.get('x-request-id'))
  }
})

test.each([
  [
    'unpaid',
    'signin.clientDisabled',
    'Your company account is disabled. Please contact your provider.',
  ],
  ['pending', 'signin.pending', 'Your account awaits approval.'],
])('%s is told why only after the right password', async (username, code, message) => {
  const wrong = await signIn({ username, password: 'wrong' })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'signin.failed' }])
  const right = await signIn({ username, password: 'packboard' })
  expect([right.status, await right.json()]).toMatchObject([400, { code, message }])
})

test('a missing field is named, and nothing of the body is echoed', async () => {
  const answer = await signIn({ password: 'SECRET-CANARY' })
  const text = await answer.text()
  expect(answer.status).toBe(400)
  expect(JSON.parse(text).errors).toMatchObject([{ field: 'username' }])
  expect(text + server.lines.join('')).not.toContain('SECRET-CANARY')
})

test('neither passwords nor tokens reach the log', async () => {
  const { accessToken } = await server.signIn('clientadmin')
  await server.ask('/api/admin/client-names', { token: accessToken })
  await server.ask('/api/admin/client_machines/2', { token: accessToken })
  expect(server.lines.join('')).not.toContain(accessToken)
  expect(server.lines.join('')).not.toContain('"packboard"')
})

test('many wrong passwords are slowed down, and say when to come back', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const answer = await signIn({ username: 'distributor2', password: `guess ${i}` })
    statuses.push(answer.status)
    if (answer.status === 429) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ code: 'signin.throttled' })
    }
  }
  expect(statuses).toContain(429)
})

test('strangers who use up the tries of an address do not keep out who signed in there before', async () => {
  const known = { username: 'engineer', password: 'packboard' }
  expect((await signIn(known)).status).toBe(200)
  let last = 0
  for (let index = 0; index <= limits.signIns.burst + 20 && last !== 429; index += 1) {
    last = (await signIn({ username: `nobody ${index}`, password: 'x' })).status
  }
  expect(last).toBe(429)
  expect((await signIn(known)).status).toBe(200)
  ahead += 3_600_000
})

test('X-Forwarded-For without TRUST_PROXY is a warning, in the log once and on the panel', async () => {
  const { accessToken: token } = await server.signIn('admin')
  const shown = async () => {
    const answer = await server.ask(warnings.path, { token })
    return warnings.answer.parse(await answer.json()).warnings.map(({ code }) => code)
  }
  expect(await shown()).not.toContain('proxy.untrusted')
  for (const address of ['203.0.113.7', '203.0.113.8']) {
    await server.ask('/health/live', { headers: { 'x-forwarded-for': address } })
  }
  expect(await shown()).toContain('proxy.untrusted')
  const said = server.lines.filter((line) => line.includes('proxy.untrusted'))
  expect(said).toHaveLength(1)
  expect(said.join('')).not.toContain('203.0.113')
})

test('a token ends with the account, its client or its role, within the five seconds', async () => {
  const db = tables(server.deps.management)
  const { accessToken: token } = await server.signIn('neighbour')
  const ask = async () => (await server.ask('/api/admin/client_machines/2', { token })).status
  expect(await ask()).toBe(200)
  const setEnabled = (enabled: boolean) =>
    db.updateTable('client').set({ enabled }).where('id', '=', 2).execute()
  await setEnabled(false)
  try {
    await expect.poll(ask, { timeout: 5_000, interval: 200 }).toBe(401)
  } finally {
    await setEnabled(true)
  }
})
