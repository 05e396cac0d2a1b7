import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { panelScope } from './panelScope.ts'

test.each([
  ['admin', null, null, { reach: 'all' }],
  ['distributor', null, 5, { reach: 'distributor', distributorId: 5 }],
  ['clientAdmin', 7, null, { reach: 'client', clientId: 7 }],
  ['clientAdmin', 7, 5, { reach: 'client', clientId: 7 }],
  ['engineer', 7, null, { reach: 'client', clientId: 7 }],
  ['user', 7, null, { reach: 'client', clientId: 7 }],
] as const)('%s of client %s, distributor %s, sees %o', (role, clientId, distributorId, reach) => {
  const actor: Actor = { userId: 1, username: 'x', role, clientId, distributorId }
  expect(panelScope(actor)).toEqual(reach)
})

test.each(['distributor', 'clientAdmin', 'engineer', 'user'] as const)(
  '%s who belongs nowhere sees nobody',
  (role) => {
    const actor: Actor = { userId: 1, username: 'x', role, clientId: null, distributorId: null }
    expect(() => panelScope(actor)).toThrow(
      expect.objectContaining({ code: 'request.notAllowed', status: 403 }),
    )
  },
)
