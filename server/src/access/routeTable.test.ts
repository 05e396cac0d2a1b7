import type { Kiosk } from '@packboard/management'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { registerGuard } from './guard.ts'
import { routePolicyOf } from './routeTable.ts'
import { sessionCache } from './sessionCache.ts'

function guarded() {
  const app = fastify()
  const sessions = sessionCache<Actor>(async () => undefined, Date.now)
  const kiosks = sessionCache<Kiosk>(async () => undefined, Date.now)
  registerGuard(app, {
    sessions,
    kiosks,
    device: async () => null,
    refusals: { wait: () => 0, take: async () => 0 },
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
  expect(routePolicyOf('HEAD', '/api/admin/client-names')).toBe(
    routePolicyOf('GET', '/api/admin/client-names'),
  )
  expect(routePolicyOf('PATCH', '/api/admin/client-names')).toBeUndefined()
})
