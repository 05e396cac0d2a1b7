import { type Role, userGroups } from '@packboard/model'
import { expect, test } from 'vitest'
import { may, mayGiveRole, mayShareViews } from './policies.ts'

/** Who may do what, repeated by hand (D34). */
const allowed = {
  signOut: ['admin', 'clientAdmin', 'user', 'engineer', 'device', 'distributor'],
  readVersion: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  ownAccount: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  chooseClient: ['admin', 'distributor'],
  readDashboards: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  editProducts: ['admin', 'engineer'],
  readAuditLog: ['admin', 'clientAdmin'],
  readQuarantine: ['admin', 'clientAdmin'],
  eraseNames: ['admin', 'clientAdmin'],
  labelStops: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  labelOldStops: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  signShifts: ['clientAdmin', 'user', 'engineer'],
  setLineFlow: ['admin', 'clientAdmin', 'engineer'],
  setDefinitions: ['admin', 'clientAdmin', 'engineer'],
  nameRoots: ['clientAdmin', 'engineer'],
  editAlertRules: ['admin', 'clientAdmin', 'engineer'],
  acknowledgeAlerts: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  callForHelp: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  importRecords: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  openPanel: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  manageUsers: ['admin', 'clientAdmin', 'distributor'],
  approveUsers: ['admin'],
  readDevices: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  manageDevices: ['admin', 'distributor'],
  deleteDevices: ['admin', 'clientAdmin', 'distributor'],
  nameLines: ['admin', 'engineer'],
  manageKioskLinks: ['admin', 'clientAdmin', 'distributor'],
  manageCompanySignIn: ['admin', 'clientAdmin', 'distributor'],
  manageProgramKeys: ['admin', 'clientAdmin', 'distributor'],
  setRules: ['admin', 'clientAdmin'],
  setShifts: ['admin', 'clientAdmin', 'distributor'],
  readHooks: ['admin', 'clientAdmin', 'engineer'],
  setHooks: ['admin', 'clientAdmin'],
  setReports: ['admin', 'clientAdmin'],
  manageInstallation: ['admin'],
  restoreDeleted: ['admin'],
}

test('the table names every permission', () => {
  expect(Object.keys(may({ role: 'user' })).sort()).toEqual(Object.keys(allowed).sort())
})

test.each(userGroups.map(({ role }) => role))('%s may what the table says', (role) => {
  const expected = Object.entries(allowed).map(([name, roles]) => [name, roles.includes(role)])
  expect(may({ role })).toEqual(Object.fromEntries(expected))
})

test('a role that is not in the table yet may leave, and nothing else', () => {
  // Outside of the type on purpose: the rights of a seventh role before its rights are defined.
  const rights = may({ role: 'auditor' as Role })
  const given = Object.entries(rights).filter(([, allowed]) => allowed)
  expect(given).toEqual([['signOut', true]])
})

test.each([
  ['admin', [1, 2, 3, 4, 5, 6]],
  ['distributor', [2, 3, 5]],
  ['clientAdmin', [2]],
  ['engineer', []],
  ['user', []],
  ['device', []],
] as const)('%s gives the roles %s and no other', (role, given) => {
  const groups = [0, 1, 2, 3, 4, 5, 6, 7]
  expect(groups.filter((group) => mayGiveRole({ role }, group))).toEqual(given)
})

test('views are shared by admins, client administrators and engineers', () => {
  const sharing = userGroups.map(({ role }) => role).filter((role) => mayShareViews({ role }))
  expect(sharing).toEqual(['admin', 'clientAdmin', 'engineer'])
})
