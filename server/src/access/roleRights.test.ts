import { type Role, userGroups } from '@packboard/model'
import { describe, expect, test } from 'vitest'
import {
  actsOnUser,
  changesEmailOf,
  creatableRoles,
  editsProduction,
  picksClient,
  seesPanel,
  signsIn,
} from './roleRights.ts'

/** One row per role: what §6 and D34 let it see and do. */
const table: [
  role: Role,
  sees: { picker: boolean; panel: boolean; creates: Role[]; editsProduction: boolean },
][] = [
  [
    'admin',
    {
      picker: true,
      panel: true,
      creates: ['admin', 'clientAdmin', 'user', 'engineer', 'device', 'distributor'],
      editsProduction: true,
    },
  ],
  [
    'distributor',
    {
      picker: true,
      panel: true,
      creates: ['clientAdmin', 'user', 'device'],
      editsProduction: false,
    },
  ],
  ['clientAdmin', { picker: false, panel: true, creates: ['clientAdmin'], editsProduction: false }],
  ['engineer', { picker: false, panel: true, creates: [], editsProduction: true }],
  ['user', { picker: false, panel: false, creates: [], editsProduction: false }],
  ['device', { picker: false, panel: false, creates: [], editsProduction: false }],
]

test('every role has its row here', () => {
  expect(table.map(([role]) => role).sort()).toEqual(userGroups.map(({ role }) => role).sort())
})

describe.each(table)('%s', (role, sees) => {
  test('picks a client, or not', () => {
    expect(picksClient(role)).toBe(sees.picker)
  })

  test('sees the panel, or not', () => {
    expect(seesPanel(role)).toBe(sees.panel)
  })

  test('creates users of these roles', () => {
    expect(creatableRoles(role)).toEqual(sees.creates)
  })

  test('edits lines, reasons and target speeds, or not', () => {
    expect(editsProduction(role)).toBe(sees.editsProduction)
  })
})

test('a distributor may not make admins, engineers or distributors (specification §5)', () => {
  for (const role of ['admin', 'engineer', 'distributor'] as const) {
    expect(creatableRoles('distributor')).not.toContain(role)
  }
})

test('only devices never sign in', () => {
  const roles = userGroups.map(({ role }) => role)
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
  expect(creatableRoles(auditor)).toEqual([])
  expect(actsOnUser({ userId: 1, role: auditor }, { userId: 9, role: 'user' })).toBe(false)
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

  test('only who may give a role changes the e-mail address of those who have it (D82)', () => {
    const given = (role: Role) =>
      (['admin', 'clientAdmin', 'engineer', 'user', 'device', 'distributor'] as const).filter(
        (target) => changesEmailOf(person(1, role), person(9, target)),
      )
    expect(given('admin')).toEqual([
      'admin',
      'clientAdmin',
      'engineer',
      'user',
      'device',
      'distributor',
    ])
    expect(given('distributor')).toEqual(['clientAdmin', 'user', 'device'])
    expect(given('clientAdmin')).toEqual(['clientAdmin'])
    expect(given('engineer')).toEqual([])
    const waiting = { userId: 9, role: null }
    expect(changesEmailOf(person(1, 'admin'), waiting)).toBe(true)
    expect(changesEmailOf(person(1, 'clientAdmin'), waiting)).toBe(false)
    expect(changesEmailOf(person(1, 'admin'), person(1, 'admin'))).toBe(false)
  })

  test('an engineer reads the table only; a pending account has no role yet', () => {
    expect(actsOnUser(person(4, 'engineer'), person(9, 'user'))).toBe(false)
    expect(actsOnUser(person(1, 'admin'), { userId: 9, role: null })).toBe(true)
  })
})
