import { describe, expect, test } from 'vitest'
import {
  actsOnUser,
  creatableRoles,
  editsProduction,
  groupOfRole,
  type HomeTile,
  homeTiles,
  landsOnDashboard,
  mayOpenDaySummary,
  type PanelTable,
  panelTables,
  picksClient,
  type Role,
  roleOfGroup,
  seesDaySummary,
  seesPanel,
  signsIn,
  userGroups,
} from './roles.ts'

const all: PanelTable[] = ['distributors', 'machines', 'machineTypes', 'clients', 'users']

/** One row per role: what §2, §6 and D34 let it see and do. */
const table: [
  role: Role,
  sees: {
    picker: boolean
    standard: HomeTile[]
    premium: HomeTile[]
    panel: PanelTable[]
    creates: Role[]
    editsProduction: boolean
  },
][] = [
  [
    'admin',
    {
      picker: true,
      standard: ['panel', 'dashboard', 'daySummary'],
      premium: ['panel', 'dashboard', 'daySummary'],
      panel: all,
      creates: ['admin', 'clientAdmin', 'user', 'engineer', 'device', 'distributor'],
      editsProduction: true,
    },
  ],
  [
    'distributor',
    {
      picker: true,
      standard: ['panel', 'dashboard'],
      premium: ['panel', 'dashboard', 'daySummary'],
      panel: ['users'],
      creates: ['clientAdmin', 'user', 'device'],
      editsProduction: false,
    },
  ],
  [
    'clientAdmin',
    {
      picker: false,
      standard: ['panel', 'dashboard'],
      premium: ['panel', 'dashboard', 'daySummary'],
      panel: ['users'],
      creates: ['clientAdmin'],
      editsProduction: false,
    },
  ],
  [
    'engineer',
    {
      picker: false,
      standard: ['panel', 'dashboard'],
      premium: ['panel', 'dashboard', 'daySummary'],
      panel: ['users'],
      creates: [],
      editsProduction: true,
    },
  ],
  [
    'user',
    {
      picker: false,
      standard: ['dashboard'],
      premium: ['dashboard', 'daySummary'],
      panel: [],
      creates: [],
      editsProduction: false,
    },
  ],
  [
    'device',
    {
      picker: false,
      standard: [],
      premium: [],
      panel: [],
      creates: [],
      editsProduction: false,
    },
  ],
]

test('every role has its row here', () => {
  expect(table.map(([role]) => role).sort()).toEqual(userGroups.map(({ role }) => role).sort())
})

describe.each(table)('%s', (role, sees) => {
  test('sees these tiles on the home page', () => {
    expect(homeTiles(role, 'standard')).toEqual(sees.standard)
    expect(homeTiles(role, null)).toEqual(sees.standard)
    expect(homeTiles(role, 'premium')).toEqual(sees.premium)
  })

  test('picks a client, or not', () => {
    expect(picksClient(role)).toBe(sees.picker)
  })

  test('sees these tables of the panel', () => {
    expect(panelTables(role)).toEqual(sees.panel)
  })

  test('creates users of these roles', () => {
    expect(creatableRoles(role)).toEqual(sees.creates)
  })

  test('edits lines, reasons and target speeds, or not', () => {
    expect(editsProduction(role)).toBe(sees.editsProduction)
  })
})

test('the numbers of the groups are fixed (D33)', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(roleOfGroup)).toEqual([
    'admin',
    'clientAdmin',
    'user',
    'engineer',
    'device',
    'distributor',
    undefined,
  ])
})

test('a role has the number of its group, and one that is not there has none', () => {
  for (const { id, role } of userGroups) expect(groupOfRole(role)).toBe(id)
  expect(() => groupOfRole('auditor' as Role)).toThrow('auditor')
})

test('a distributor may not make admins, engineers or distributors (specification §5)', () => {
  for (const role of ['admin', 'engineer', 'distributor'] as const) {
    expect(creatableRoles('distributor')).not.toContain(role)
  }
})

test('only role user goes straight on to the overview, and only devices never sign in', () => {
  const roles = userGroups.map(({ role }) => role)
  expect(roles.filter(landsOnDashboard)).toEqual(['user'])
  expect(roles.filter((role) => !signsIn(role))).toEqual(['device'])
})

test('a role that is not in the table yet is given nothing', () => {
  // Outside of the type on purpose: the rights of a seventh role before its rights are defined.
  const auditor = 'auditor' as Role
  expect([signsIn(auditor), seesPanel(auditor), picksClient(auditor)]).toEqual([
    false,
    false,
    false,
  ])
  expect(seesDaySummary(auditor, 'premium')).toBe(false)
  expect(homeTiles(auditor, 'premium')).toEqual([])
  expect(panelTables(auditor)).toEqual([])
  expect(creatableRoles(auditor)).toEqual([])
  expect(mayOpenDaySummary(auditor, { subscriptionLabel: 'premium' })).toBe('notAllowed')
  expect(actsOnUser({ userId: 1, role: auditor }, { userId: 9, role: 'user' })).toBe(false)
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
    ['device', premium, 'notAllowed'],
  ])('%s with client %j: %s', (role, client, view) => {
    expect(mayOpenDaySummary(role, client)).toBe(view)
  })
})

describe('who edits and deletes whom', () => {
  const person = (userId: number, role: Role) => ({ userId, role })

  test('nobody acts on the own row', () => {
    expect(actsOnUser(person(1, 'admin'), person(1, 'admin'))).toBe(false)
    expect(actsOnUser(person(2, 'clientAdmin'), person(2, 'clientAdmin'))).toBe(false)
  })

  test('only an admin acts on an admin', () => {
    expect(actsOnUser(person(1, 'admin'), person(9, 'admin'))).toBe(true)
    expect(actsOnUser(person(2, 'distributor'), person(9, 'admin'))).toBe(false)
    expect(actsOnUser(person(2, 'clientAdmin'), person(9, 'admin'))).toBe(false)
  })

  test('an engineer reads the table only; a pending account has no role yet', () => {
    expect(actsOnUser(person(4, 'engineer'), person(9, 'user'))).toBe(false)
    expect(actsOnUser(person(1, 'admin'), { userId: 9, role: null })).toBe(true)
  })
})
