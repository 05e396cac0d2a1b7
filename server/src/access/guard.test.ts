import { kioskTokenPrefix, signOut } from '@packboard/contract'
import type { Kiosk, ProgramKey } from '@packboard/management'
import fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { clientRows } from '../../testing/rights/clientRows.ts'
import { declaredRoutes } from '../../testing/rights/declaredRoutes.ts'
import { otherRows } from '../../testing/rights/otherRows.ts'
import { panelRows } from '../../testing/rights/panelRows.ts'
import { type Rights, visitors } from '../../testing/rights/visitors.ts'
import { answerErrors } from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'
import type { Actor } from './actor.ts'
import { declareBelow } from './declare.ts'
import { registerGuard } from './guard.ts'
import { may } from './policies.ts'
import { sessionCache } from './sessionCache.ts'

/** The guard alone, before routes that accept every caller: every refusal is the guard's. */
const routes = await declaredRoutes()

const roles: Record<string, Actor['role']> = {
  admin: 'admin',
  distributor: 'distributor',
  distributor2: 'distributor',
  clientadmin: 'clientAdmin',
  engineer: 'engineer',
  user: 'user',
  neighbour: 'user',
  // Outside of the type on purpose: no sign-in gives a device a session, and the guard does not rely on it.
  machine: 'device' as Actor['role'],
}
const linkToken = 'link'.padEnd(43, '0')
const tabletToken = 'tablet'.padEnd(86, '0')
const tokenOf = (visitor: string) => {
  if (visitor === 'device') return 'FW-101:packboard'
  if (visitor === 'tablet') return kioskTokenPrefix + tabletToken
  return visitor === 'kiosk' ? kioskTokenPrefix + linkToken : visitor.padEnd(43, '0')
}
const ofLink = { kioskId: 1, clientId: 1, machineIds: undefined }
const links = new Map<string, Kiosk>([
  [linkToken, { ...ofLink, kind: 'board', person: undefined }],
  [
    tabletToken,
    { ...ofLink, kind: 'operator', person: { nameId: 1, name: 'P. Nowak', place: 'Line 1' } },
  ],
])

const keyToken = `pbk_${'k'.repeat(43)}`
const program: ProgramKey = {
  ...{ programKeyId: 1, name: 'Power BI', clientId: 1, distributorId: null },
  groups: ['stops', 'alarms'],
}
/** Where the calls of the key came from. */
const callers: string[] = []

let clock = Date.now()
/** When the persons were confirmed last; each look at the session reads it. */
let confirmedAt: () => Date | null = () => new Date(clock)
beforeEach(() => {
  clock += 3_600_000
})

/** The buckets of one server; that all servers share them is tested in `http/sharedLimit.test.ts`. */
function refusalsInMemory() {
  const { burst, perSecond } = limits.refusals
  const buckets = tokenBuckets({ burst, perSecond }, () => clock)
  return { wait: buckets.wait, take: async (key: string) => buckets.take(key) }
}

function guarded(metricsToken?: string) {
  const app = fastify()
  answerErrors(app)
  const sessions = sessionCache(
    async (token) => {
      const name = Object.keys(roles).find((visitor) => tokenOf(visitor) === token)
      const role = roles[name ?? '']
      if (name === undefined || role === undefined) return undefined
      return {
        userId: name.length,
        username: name,
        role,
        clientId: 1,
        distributorId: 1,
        confirmedAt: confirmedAt(),
      }
    },
    () => clock,
  )
  const kiosks = sessionCache<Kiosk>(
    async (token) => links.get(token),
    () => clock,
  )
  const programs = sessionCache<ProgramKey>(
    async (token) => (token === keyToken ? program : undefined),
    () => clock,
  )
  const guard = registerGuard(app, {
    sessions,
    kiosks,
    programs,
    noteCall: (_key, address) => void callers.push(address),
    // A store that would accept an empty name: the guard must never query it with one.
    device: async (userName, token) =>
      userName === '' || token === 'packboard' ? { deviceId: 1, clientId: 1 } : null,
    refusals: refusalsInMemory(),
    metricsToken,
    now: () => clock,
  })
  for (const { method, path, policy } of routes) {
    app.route({
      method,
      url: path,
      config: { policy },
      async handler(request) {
        // Two public routes require a person and a device, as no public route should.
        if (path === '/health/live') return guard.actor(request)
        if (path === '/health/ready') return guard.device(request)
        return { let: 'in' }
      },
    })
  }
  return app
}

const nowhere = (): never => {
  throw new Error('There is no store behind this test.')
}
const rights = new Map<string, Rights>([
  ...clientRows.map(({ call, rights }) => [`${call.method} ${call.path}`, rights] as const),
  ...panelRows(nowhere, nowhere).map(
    ({ call, rights }) => [`${call.method} ${call.path}`, rights] as const,
  ),
  ...otherRows.map(({ call, rights }) => [call, rights] as const),
])
const app = guarded()

const methods: Record<string, 'POST' | 'PUT' | 'DELETE'> = {
  POST: 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
}
/** What the guard itself answers; whether a row exists is checked by the route. */
const statusAtGuard = (cell = '200') =>
  cell.startsWith('401') ? 401 : cell.startsWith('403') ? 403 : 200

const failsClosed = ['/health/live', '/health/ready']
const guardedRoutes = routes.filter(({ path }) => !failsClosed.includes(path))

test.each(guardedRoutes.map(({ method, path }) => [method, path] as const))(
  '%s %s lets in whom the rights table names',
  async (method, path) => {
    const cells = rights.get(`${method} ${path}`)
    for (const visitor of visitors) {
      clock += 10_000
      const token = tokenOf(visitor)
      const answer = await app.inject({
        method: methods[method] ?? 'GET',
        url: path.replaceAll('*', 'x'),
        headers: visitor === 'nobody' ? {} : { 'x-access-token': token },
      })
      expect([visitor, answer.statusCode]).toEqual([visitor, statusAtGuard(cells?.[visitor])])
    }
  },
)

const permitted = guardedRoutes.filter(({ policy }) => policy.caller in may({ role: 'device' }))

test.each(permitted.map(({ method, path }) => [method, path] as const))(
  '%s %s: a session with the role of a device signs out and opens nothing',
  async (method, path) => {
    const answer = await app.inject({
      method: methods[method] ?? 'GET',
      url: path.replaceAll('*', 'x'),
      headers: { 'x-access-token': tokenOf('machine') },
    })
    expect(answer.statusCode).toBe(path === signOut.path ? 200 : 403)
  },
)

const probe = (headers: Record<string, string>, remoteAddress: string, metricsToken?: string) =>
  guarded(metricsToken).inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
const secret = 'a secret of the probes'

test.each([
  ['from this machine', {}, '127.0.0.1', undefined, 200],
  ['from elsewhere', {}, '10.0.0.7', undefined, 404],
  [
    'through a proxy on this machine',
    { 'x-forwarded-for': '10.0.0.7' },
    '127.0.0.1',
    undefined,
    404,
  ],
  [
    'through another proxy on this machine',
    { forwarded: 'for=10.0.0.7' },
    '127.0.0.1',
    undefined,
    404,
  ],
  ['with the token', { authorization: `Bearer ${secret}` }, '10.0.0.7', secret, 200],
  [
    'with another token',
    { authorization: 'Bearer a secret of somebody!!' },
    '10.0.0.7',
    secret,
    404,
  ],
  ['without the token that is wanted', {}, '127.0.0.1', secret, 404],
] as const)('figures about the server asked %s: %s %s %s answers %i', async (...row) => {
  const [, headers, remoteAddress, metricsToken, status] = row
  expect((await probe(headers, remoteAddress, metricsToken)).statusCode).toBe(status)
})

test('a device with a wrong token, and one without a name, stay outside', async () => {
  const tokens = ['FW-101:wrong', 'no-such:wrong', ':packboard', 'packboard', tokenOf('admin')]
  for (const token of tokens) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/ingest/records',
      headers: { 'x-access-token': token },
    })
    // One answer for all: whether the name is known is not said.
    expect([token, answer.statusCode, answer.json().code]).toEqual([token, 401, 'device.unknown'])
  }
})

test('whoever is refused too often waits, and whoever asks too much, too', async () => {
  const ask = (token: string) =>
    app.inject({ method: 'GET', url: '/api/admin/user', headers: { 'x-access-token': token } })
  const statuses = new Set<number>()
  for (let i = 0; i < 130; i += 1) statuses.add((await ask(tokenOf('admin'))).statusCode)
  expect(statuses).toEqual(new Set([200, 429]))
  statuses.clear()
  for (let i = 0; i < 70; i += 1) statuses.add((await ask('wrong'.repeat(9))).statusCode)
  expect(statuses).toEqual(new Set([401, 429]))
  // The address waits, with whatever credential.
  clock += 100
  expect((await ask(tokenOf('engineer'))).statusCode).toBe(429)
})

test('a route that asks for a person where nobody was let in as one fails closed', async () => {
  const ask = (url: string) =>
    app.inject({ method: 'GET', url, headers: { 'x-access-token': tokenOf('admin') } })
  expect((await ask('/health/live')).statusCode).toBe(401)
  expect((await ask('/health/ready')).statusCode).toBe(401)
})

test('a route about which nobody has decided stops the server', async () => {
  const app = guarded()
  app.get('/api/admin/secrets', async () => 'x')
  await expect(app.ready()).rejects.toThrow('Nobody has decided who may use GET /api/admin/secrets')
  const other = guarded()
  declareBelow(other, { caller: 'everybody' })
  other.get('/api/admin/secrets', async () => 'x')
  await expect(other.ready()).resolves.toBeDefined()
})

test('what wants a confirmation is refused ten minutes after the last one, and open at once after the next', async () => {
  const app = guarded()
  const policy = { caller: 'restoreDeleted', confirmed: true } as const
  app.post('/api/restore', { config: { policy } }, async () => ({ let: 'in' }))
  const ask = async (visitor: string) => {
    const headers = { 'x-access-token': tokenOf(visitor) }
    const answer = await app.inject({ method: 'POST', url: '/api/restore', headers })
    return answer.statusCode === 200 ? 'in' : answer.json().code
  }
  let last: Date | null = new Date(clock)
  confirmedAt = () => last
  try {
    clock += limits.confirmedMs - 1
    expect(await ask('admin')).toBe('in')
    clock += 1
    expect(await ask('admin')).toBe('factor.confirm')
    last = null
    expect(await ask('admin')).toBe('factor.confirm')
    // Another server has written it: what this one remembers of the session is read again.
    last = new Date(clock)
    expect(await ask('admin')).toBe('in')
    // Who may not, need not confirm.
    expect(await ask('engineer')).toBe('request.notAllowed')
  } finally {
    confirmedAt = () => new Date(clock)
  }
})

test('a key enters the calls of its groups alone, by one header alone, and 20 times a second', async () => {
  const app = guarded()
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string> = { authorization: `Bearer ${keyToken}` },
  ) => {
    const answer = await app.inject({ method: methods[method] ?? 'GET', url: path, headers })
    return answer.statusCode === 200 ? 'in' : answer.json().code
  }
  const open = ['everybody', 'loopback', 'peer']
  for (const { method, path, policy } of guardedRoutes) {
    if (open.includes(policy.caller)) continue
    clock += 60_000
    const groups: readonly string[] = [policy.group ?? []].flat()
    const isOwn = groups.includes('stops') || groups.includes('alarms')
    expect([method, path, await ask(method, path)]).toEqual([
      method,
      path,
      isOwn ? 'in' : 'key.group',
    ])
  }
  const path = '/api/admin/stops'
  expect(await ask('GET', path, { authorization: `bearer ${keyToken}` })).toBe('in')
  for (const headers of [
    { authorization: keyToken },
    { authorization: `Basic ${Buffer.from(`key:${keyToken}`).toString('base64')}` },
    { authorization: `Bearer ${keyToken.slice(0, -1)}` },
    { authorization: `Bearer ${tokenOf('admin')}` },
    { 'x-access-token': keyToken },
    { 'x-access-token': '', authorization: `Bearer ${keyToken}` },
    { cookie: `x-access-token=${keyToken}` },
  ]) {
    expect(await ask('GET', path, headers)).toBe('session.required')
  }
  clock += 60_000
  const many = await Promise.all(Array.from({ length: 25 }, () => ask('GET', path)))
  expect(many.filter((code) => code === 'in')).toHaveLength(20)
  expect(many.filter((code) => code === 'request.tooMany')).toHaveLength(5)
  expect(new Set(callers)).toEqual(new Set(['127.0.0.1']))
})

test('HEAD has the callers of GET', async () => {
  const ask = (name: string) => {
    const headers = { 'x-access-token': tokenOf(name) }
    return app.inject({ method: 'HEAD', url: '/api/admin/client-names', headers })
  }
  expect((await ask('admin')).statusCode).toBe(200)
  expect((await ask('user')).statusCode).toBe(403)
})
