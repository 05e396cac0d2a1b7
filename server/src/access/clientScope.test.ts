import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { clientScope } from './clientScope.ts'

// Client 7 belongs to distributor 1, client 9 to distributor 2, client 10 to none; 11 is not there.
const distributors = new Map<number, number | null>([
  [7, 1],
  [9, 2],
  [10, null],
])
const findClient = async (id: number) => {
  const distributorId = distributors.get(id)
  return distributorId === undefined ? undefined : { distributorId, operators: 'notSet' as const }
}

test.each([
  ['admin', null, null, 7, 'own', 'granted'],
  ['admin', null, null, 10, 'own', 'granted'],
  ['admin', null, null, 11, 'own', 'refused'],
  ['distributor', null, 1, 7, 'own', 'granted'],
  ['distributor', null, 1, 9, 'own', 'refused'],
  ['distributor', null, 1, 10, 'own', 'refused'],
  ['distributor', null, null, 10, 'own', 'refused'],
  ['distributor', null, 1, 9, 'all', 'granted'],
  ['distributor', null, 1, 11, 'all', 'refused'],
  ['clientAdmin', 7, null, 7, 'own', 'granted'],
  ['clientAdmin', 7, null, 9, 'all', 'refused'],
  ['engineer', 7, null, 7, 'own', 'granted'],
  ['engineer', 7, null, 9, 'own', 'refused'],
  ['user', 7, null, 7, 'own', 'granted'],
  ['user', 7, null, 9, 'own', 'refused'],
  ['user', 7, 2, 9, 'own', 'refused'],
  ['user', null, null, 7, 'own', 'refused'],
  ['user', 11, null, 11, 'own', 'refused'],
] as const)('%s of client %s, distributor %s, asks for client %s (%s): %s', async (...row) => {
  const [role, clientId, distributorId, requested, distributorSees, verdict] = row
  const actor: Actor = { userId: 1, username: 'x', role, clientId, distributorId }
  const scope = clientScope({ findClient, distributorSees }, actor, requested)
  if (verdict === 'granted') await expect(scope).resolves.toMatchObject({ clientId: requested })
  else await expect(scope).rejects.toMatchObject({ code: 'client.notFound', status: 404 })
})

test.each([
  [7, 7, 'granted'],
  [7, 9, 'refused'],
  [11, 11, 'refused'],
] as const)('a television with a link of client %s asks for client %s: %s', async (...row) => {
  const [clientId, requested, verdict] = row
  const scope = clientScope(
    { findClient, distributorSees: 'all' },
    { kioskId: 1, kind: 'board', clientId, machineIds: undefined, person: undefined },
    requested,
  )
  if (verdict === 'granted') await expect(scope).resolves.toMatchObject({ clientId: requested })
  else await expect(scope).rejects.toMatchObject({ code: 'client.notFound', status: 404 })
})

const program = { programKeyId: 1, name: 'Power BI', groups: ['figures'] } as const

test.each([
  ['of client 7', 7, null, 7, 'granted'],
  ['of client 7', 7, null, 9, 'refused'],
  ['of client 11', 11, null, 11, 'refused'],
  ['of distributor 1', null, 1, 7, 'granted'],
  ['of distributor 1', null, 1, 9, 'refused'],
  ['of distributor 1', null, 1, 10, 'refused'],
  ['of the installation', null, null, 10, 'granted'],
  ['of the installation', null, null, 11, 'refused'],
] as const)('a key %s (%s, %s) asks for client %s: %s', async (...row) => {
  const [, clientId, distributorId, requested, verdict] = row
  // That every distributor sees all clients says nothing of keys.
  const rules = { findClient, distributorSees: 'all' } as const
  const scope = clientScope(rules, { ...program, clientId, distributorId }, requested)
  if (verdict === 'granted') await expect(scope).resolves.toMatchObject({ clientId: requested })
  else await expect(scope).rejects.toMatchObject({ code: 'client.notFound', status: 404 })
})

const link = { kioskId: 1, clientId: 7, machineIds: undefined, person: undefined }
const person = (role: Actor['role']): Actor => ({
  ...{ userId: 1, username: 'x', role, clientId: 7, distributorId: 1 },
})

test.each([
  ['a user', person('user'), true],
  ['a wall', { ...link, kind: 'board' }, true],
  ['a tablet', { ...link, kind: 'operator' }, true],
  ['a program', { ...program, clientId: 7, distributorId: null }, true],
  ['an engineer', person('engineer'), false],
  ['a client administrator', person('clientAdmin'), false],
  ['a distributor', person('distributor'), false],
  ['an admin', person('admin'), false],
] as const)(
  'where a client forbids names of operators, they are hidden from %s: %s',
  async (...row) => {
    const [, viewer, hidden] = row
    const hides = async (operators: 'notSet' | 'allowed' | 'forbidden') => {
      const found = async () => ({ distributorId: 1, operators })
      const scope = await clientScope({ findClient: found, distributorSees: 'own' }, viewer, 7)
      return scope.hidesOperators ?? false
    }
    expect([await hides('notSet'), await hides('allowed'), await hides('forbidden')]).toEqual([
      ...[false, false, hidden],
    ])
  },
)
