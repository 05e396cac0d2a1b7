import { type Permissions, permissions, type Session } from '@packboard/contract'

type Role = Session['role']

/** What the server says in its sign-in answer to each role, repeated by hand (D34). */
const allowed: Record<keyof Permissions, readonly Role[]> = {
  chooseClient: ['admin', 'distributor'],
  readDashboards: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  editProducts: ['admin', 'engineer'],
  eraseNames: ['admin', 'clientAdmin'],
  setShifts: ['admin', 'clientAdmin', 'distributor'],
  setRules: ['admin', 'clientAdmin'],
  setLineFlow: ['admin', 'clientAdmin', 'engineer'],
  setDefinitions: ['admin', 'clientAdmin', 'engineer'],
  nameRoots: ['clientAdmin', 'engineer'],
  labelStops: ['admin', 'clientAdmin', 'user', 'engineer', 'distributor'],
  labelOldStops: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  signShifts: ['clientAdmin', 'user', 'engineer'],
  setReports: ['admin', 'clientAdmin'],
  editAlertRules: ['admin', 'clientAdmin', 'engineer'],
  importRecords: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  readAuditLog: ['admin', 'clientAdmin'],
  readQuarantine: ['admin', 'clientAdmin'],
  openPanel: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  manageUsers: ['admin', 'clientAdmin', 'distributor'],
  approveUsers: ['admin'],
  manageKioskLinks: ['admin', 'clientAdmin', 'distributor'],
  manageCompanySignIn: ['admin', 'clientAdmin', 'distributor'],
  manageProgramKeys: ['admin', 'clientAdmin', 'distributor'],
  readHooks: ['admin', 'clientAdmin', 'engineer'],
  setHooks: ['admin', 'clientAdmin'],
  readDevices: ['admin', 'clientAdmin', 'engineer', 'distributor'],
  manageDevices: ['admin', 'distributor'],
  deleteDevices: ['admin', 'clientAdmin', 'distributor'],
  nameLines: ['admin', 'engineer'],
  manageInstallation: ['admin'],
  restoreDeleted: ['admin'],
}

const givable: Record<Role, number[]> = {
  admin: [1, 2, 3, 4, 5, 6],
  distributor: [2, 3, 5],
  clientAdmin: [2],
  engineer: [],
  user: [],
}

/** The permissions of a role, and the roles that it may give. */
export const rolePermissions = (role: Role): Pick<Session, 'permissions' | 'givableRoles'> => ({
  permissions: permissions.parse(
    Object.fromEntries(
      Object.entries(allowed).map(([name, roles]) => [name, roles.includes(role)]),
    ),
  ),
  givableRoles: givable[role],
})
