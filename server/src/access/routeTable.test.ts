import type { Kiosk } from '@packboard/management'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { putUpGuard } from './guard.ts'
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
