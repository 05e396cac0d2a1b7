import { expect, test } from 'vitest'
import { type DeclaredRoute, declaredRoutes } from '../../testing/rights/declaredRoutes.ts'
import { withoutGroup } from '../../testing/rights/withoutGroup.ts'

test('the table of routes by who may call them is the one that is written down', async () => {
  const routes = await declaredRoutes()
  const callers = new Map<string, string[]>()
  for (const { method, path, policy } of routes) {
    const { caller, board, operator, group, confirmed } = policy
    const links = [
      board && 'television',
      operator && `tablet (${operator})`,
      group && `program (${[group].flat().join(', ')})`,
    ].filter(Boolean)
    const row = [
      method.padEnd(6),
      path,
      links.length > 0 ? `+ ${links.join(', ')}` : '',
      confirmed ? '(confirmed)' : '',
    ]
      .filter(Boolean)
      .join(' ')
    callers.set(caller, [...(callers.get(caller) ?? []), row.trimEnd()])
  }
  const sections = [...callers].map(([caller, rows]) =>
    [caller, ...rows.sort().map((row) => `  ${row}`), ''].join('\n'),
  )
  const table = sections.sort().join('\n')
  await expect(table).toMatchFileSnapshot('../../testing/rights/policies.txt')
})

/** Callers that are no person; each has a credential of its own. */
const strangers = ['everybody', 'device', 'loopback', 'peer', 'kiosk']

/** The calls by which a person reads and a program does not. */
const readOnlyByPeople = (routes: readonly DeclaredRoute[]) =>
  routes.flatMap(({ method, path, policy: { caller, group } }) =>
    method === 'GET' && !strangers.includes(caller) && group === undefined
      ? `${method} ${path}`
      : [],
  )

test('a read call says of which group of keys it is, or why it is of none', async () => {
  const routes = await declaredRoutes()
  expect(readOnlyByPeople(routes).sort()).toEqual(Object.keys(withoutGroup).sort())
  const forgotten = { method: 'GET', path: '/new', policy: { caller: 'readDashboards' } } as const
  expect(readOnlyByPeople([forgotten])).toEqual(['GET /new'])
  const named = { ...forgotten, policy: { ...forgotten.policy, group: 'stops' } } as const
  expect(readOnlyByPeople([named])).toEqual([])
  // Two calls that read are sent as POST, because their question is long; nothing that writes takes a key.
  const sent = routes.filter(({ method, policy }) => method !== 'GET' && policy.group !== undefined)
  expect(sent.map(({ path }) => path).sort()).toEqual([
    '/api/admin/day-summary-modal-data',
    '/api/admin/machinesData',
  ])
})
