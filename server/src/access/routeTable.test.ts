import type { Kiosk } from '@packboard/management'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { putUpGuard } from './guard.ts'
import { may } from './policies.ts'
import { doorOf } from './routeTable.ts'
import { sessionCache } from './sessionCache.ts'

function guarded() {
  const app = fastify()
  const sessions = sessionCache<Actor>(async () => undefined, Date.now)
  const kiosks = sessionCache<Kiosk>(async () => undefined, Date.now)
  putUpGuard(app, {
    sessions,
    kiosks,
    device: async () => null,
    metricsToken: undefined,
    now: Date.now,
  })
  return app
}

test('a route about which nobody has decided stops the server', () => {
  const app = guarded()
  const sentence = /Nobody has decided who may use GET \/api\/admin\/secrets/
  expect(() => app.get('/api/admin/secrets', async () => 'x')).toThrow(sentence)
  expect(() => app.post('/api/admin/client-names', async () => 'x')).toThrow(/POST/)
  expect(() => app.get('/api/docsy', async () => 'x')).toThrow(/docsy/)
  expect(() => app.get('/api/docs/json', async () => 'x')).not.toThrow()
})

test('HEAD has the visitors of GET', () => {
  expect(doorOf('HEAD', '/api/admin/client-names')).toBe(doorOf('GET', '/api/admin/client-names'))
  expect(doorOf('PATCH', '/api/admin/client-names')).toBeUndefined()
})

test.each([
  ['admin', true, true, true, true],
  ['distributor', true, true, false, false],
  ['clientAdmin', false, true, false, true],
  ['engineer', false, true, true, false],
  ['user', false, true, false, false],
  ['device', false, false, false, false],
] as const)(
  '%s may choose a client: %s, read dashboards: %s, set up products: %s, read the audit log: %s',
  (role, chooseClient, readDashboards, editProducts, readAuditLog) => {
    expect(may({ role })).toMatchObject({
      chooseClient,
      readDashboards,
      editProducts,
      readAuditLog,
    })
  },
)
