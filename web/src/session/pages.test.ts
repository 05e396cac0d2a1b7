import { permissions, type Session } from '@packboard/contract'
import { describe, expect, test } from 'vitest'
import { rolePermissions } from '../../testing/rolePermissions.ts'
import {
  type HomeTile,
  homeTiles,
  landsOnDashboard,
  mayOpenDaySummary,
  type PanelTable,
  panelGroups,
  panelSections,
  panelTables,
  panelViews,
  readPanelSearch,
  seesDaySummary,
} from './pages.ts'

type Role = Session['role']
const may = (role: Role) => rolePermissions(role).permissions
const all: PanelTable[] = ['distributors', 'machines', 'machineTypes', 'clients', 'users']

/** One row per role: what §2 and §6 let it see. */
describe.each<[Role, { standard: HomeTile[]; premium: HomeTile[]; panel: PanelTable[] }]>([
  [
    'admin',
    {
      standard: ['panel', 'dashboard', 'daySummary'],
      premium: ['panel', 'dashboard', 'daySummary'],
      panel: all,
    },
  ],
  ...(['distributor', 'clientAdmin', 'engineer'] as const).map(
    (role): [Role, { standard: HomeTile[]; premium: HomeTile[]; panel: PanelTable[] }] => [
      role,
      {
        standard: ['panel', 'dashboard'],
        premium: ['panel', 'dashboard', 'daySummary'],
        panel: ['users'],
      },
    ],
  ),
  ['user', { standard: ['dashboard'], premium: ['dashboard', 'daySummary'], panel: [] }],
])('%s', (role, sees) => {
  test('sees these tiles on the home page', () => {
    expect(homeTiles(may(role), 'standard')).toEqual(sees.standard)
    expect(homeTiles(may(role), null)).toEqual(sees.standard)
    expect(homeTiles(may(role), 'premium')).toEqual(sees.premium)
  })

  test('sees these tables of the panel', () => {
    expect(panelTables(may(role))).toEqual(sees.panel)
  })

  test('goes straight on to the overview only as role user', () => {
    expect(landsOnDashboard(may(role))).toBe(role === 'user')
  })
})

test('a person without any permission finds no page', () => {
  const none = permissions.parse(
    Object.fromEntries(Object.keys(permissions.shape).map((name) => [name, false])),
  )
  expect(seesDaySummary(none, 'premium')).toBe(false)
  expect(homeTiles(none, 'premium')).toEqual([])
  expect(panelTables(none)).toEqual([])
  expect(mayOpenDaySummary(none, { subscriptionLabel: 'premium' })).toBe('notAllowed')
})

describe('the door of the day summary (specification §2)', () => {
  const premium = { subscriptionLabel: 'premium' }
  const standard = { subscriptionLabel: 'standard' }

  test.each<[Role, { subscriptionLabel: string } | null, ReturnType<typeof mayOpenDaySummary>]>([
    ['admin', null, 'selector'],
    ['admin', premium, 'summary'],
    ['admin', standard, 'summary'],
    ['distributor', null, 'notAllowed'],
    ['distributor', premium, 'summary'],
    ['clientAdmin', premium, 'summary'],
    ['clientAdmin', standard, 'notAllowed'],
    ['engineer', premium, 'summary'],
    ['user', premium, 'summary'],
    ['user', standard, 'notAllowed'],
    ['user', null, 'notAllowed'],
  ])('%s with client %j: %s', (role, client, view) => {
    expect(mayOpenDaySummary(may(role), client)).toBe(view)
  })
})

describe('the panel', () => {
  const admin = may('admin')

  test('has each page and table once, under four headings', () => {
    const listed = Object.values(panelGroups).flat()
    expect(new Set(listed).size).toBe(listed.length)
    // Lines are edited from the machines where one has the tables.
    const offered = [...panelTables(admin), ...panelViews(admin), 'lines']
    expect(listed.toSorted()).toEqual(offered.filter((name) => name !== 'tables').sort())
    expect(panelSections(admin).map(({ group }) => group)).toEqual([
      'machines',
      'connection',
      'planning',
      'people',
    ])
  })

  test('leaves out what a person may not open, and a heading without an entry', () => {
    const entries = panelSections(may('distributor')).flatMap(({ entries }) => entries)
    expect(entries).toContain('users')
    expect(entries).not.toContain('backups')
    const none = permissions.parse(
      Object.fromEntries(Object.keys(permissions.shape).map((name) => [name, false])),
    )
    expect(panelSections(none)).toEqual([])
  })

  test('keeps the client in its address', () => {
    expect(readPanelSearch({ view: 'plan', client: 1 })).toEqual({ view: 'plan', client: 1 })
    expect(readPanelSearch({ machine: 3, client: 1 })).toEqual({ machine: 3, client: 1 })
    expect(readPanelSearch({ view: 'nothing', client: 2 })).toEqual({ client: 2 })
    expect(readPanelSearch({ client: 'x' })).toEqual({})
  })
})
