import { type Role, userGroups } from '@packboard/model'

/** Rights list the roles that have them, never those that do not: a new role has none until it is listed. */
const signingIn = new Set<Role>(['admin', 'clientAdmin', 'user', 'engineer', 'distributor'])

/** Who may sign in to a screen at all; a device's token only sends records (D34). */
export function signsIn(role: Role): boolean {
  return signingIn.has(role)
}

/** Who may choose a client; everybody else sees 'Not Allowed' in the client picker. */
export function picksClient(role: Role): boolean {
  return role === 'admin' || role === 'distributor'
}

const inPanel = new Set<Role>(['admin', 'clientAdmin', 'engineer', 'distributor'])

/** Who sees the management panel (specification §6: role user is sent away). */
export function seesPanel(role: Role): boolean {
  return inPanel.has(role)
}

/** The roles that a person may give to a new user (D34); none means the Users table is read-only. */
export function creatableRoles(role: Role): Role[] {
  switch (role) {
    case 'admin':
      return userGroups.map((group) => group.role)
    case 'distributor':
      return ['clientAdmin', 'user', 'device']
    case 'clientAdmin':
      return ['clientAdmin']
    default:
      return []
  }
}

/** Who adds devices, changes the machines that they send for, and gives them tokens. */
export function managesDevices(role: Role): boolean {
  return creatableRoles(role).includes('device')
}

/** Who may delete a device: also a client's own administrator, who must be able to lock out what it does not trust. */
export function deletesDevices(role: Role): boolean {
  return managesDevices(role) || role === 'clientAdmin'
}

/** May this person edit or delete that user? Never oneself; nobody but an admin touches an admin (specification §5). */
export function actsOnUser(
  actor: { readonly userId: number; readonly role: Role },
  target: { readonly userId: number; readonly role: Role | null },
): boolean {
  if (creatableRoles(actor.role).length === 0 || actor.userId === target.userId) return false
  return actor.role === 'admin' || target.role !== 'admin'
}

/**
 * May this person change the e-mail address of that user? Only when it may also give that role: an address is the way to
 * a password (D82).
 */
export function changesEmailOf(
  actor: { readonly userId: number; readonly role: Role },
  target: { readonly userId: number; readonly role: Role | null },
): boolean {
  if (!actsOnUser(actor, target)) return false
  return target.role === null
    ? actor.role === 'admin'
    : creatableRoles(actor.role).includes(target.role)
}

/** Who may edit lines, reasons and target speeds, of the clients that are theirs to see (D34). */
export function editsProduction(role: Role): boolean {
  return role === 'admin' || role === 'engineer'
}

const labellingOld = new Set<Role>(['admin', 'clientAdmin', 'engineer', 'distributor'])

/** Who may say why a machine stood also more than a day later: not the people at the machine, who no longer know. */
export function labelsOldStops(role: Role): boolean {
  return labellingOld.has(role)
}

const signingShifts = new Set<Role>(['clientAdmin', 'engineer', 'user'])

/** Who writes notes of a shift and signs its hand-over: the people of the factory, each as oneself; staff reads. */
export function signsShifts(role: Role): boolean {
  return signingShifts.has(role)
}

const readingForbiddenNames = new Set<Role>(['admin', 'distributor', 'clientAdmin', 'engineer'])

/** Who reads names of operators also where their client forbids it for its users and its links. */
export function readsForbiddenNames(role: Role): boolean {
  return readingForbiddenNames.has(role)
}

/** Who shares a saved view with all who see the client: admins, its administrator, its engineers. */
export function sharesViews(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin' || role === 'engineer'
}

/**
 * Who reads the administrative audit log: admins all of it, a client administrator only the entries of its own client.
 */
export function readsAuditLog(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

/** Who makes and revokes the links that show a client's wall on a television without a sign-in. */
export function managesKioskLinks(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin'
}

/** Who sets up company sign-in: admins all, the others that of their own client or distributor (D90). */
export function managesCompanySignIn(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin'
}

/** Who makes keys for programs: admins, a distributor for itself, a client's administrator for its client (D92). */
export function managesProgramKeys(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin'
}

/** Who may erase the name of an operator from records: admins, and a client's own administrator (D54). */
export function erasesNames(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

/** Who sets when a client's shifts begin and when it means to produce: admins, the distributor who serves it, and its own administrator. */
export function setsShifts(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin'
}

/** Who says by which rules the figures of a client are: its administrator, and admins. */
export function setsRules(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

const settingLineFlow = new Set<Role>(['admin', 'clientAdmin', 'engineer'])

/** Who says how product goes through a line: those who set it up. */
export function setsLineFlow(role: Role): boolean {
  return settingLineFlow.has(role)
}

/** Who says by what the effectiveness of an earlier system was computed: those who compare it with ours (D100). */
export function setsDefinitions(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin' || role === 'engineer'
}

const namingRoots = new Set<Role>(['clientAdmin', 'engineer'])

/** Who names the root of a stop, beside the people at the machine: those of the factory who answer for its lines. */
export function namesRoots(role: Role): boolean {
  return namingRoots.has(role)
}

/** Who sees the outcomes of received records: admins, and a client's own administrator (D9, D10). */
export function readsQuarantine(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

/** Who imports records from files: admins, the distributor who serves the client, and its own administrator and engineers. */
export function importsRecords(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin' || role === 'engineer'
}

/** Who says of what a client is informed, and what is silent for a while: its administrator and its engineers, and admins (D94). */
export function editsAlertRules(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin' || role === 'engineer'
}

/** Who sees the webhooks, brokers and addresses of a client, and what was sent to them: those who set up its alerts. */
export function readsHooks(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin' || role === 'engineer'
}

/** Who says which reports of a client are sent, and to whom: admins, and the client's own administrator. */
export function setsReports(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

/** Who sets up what leaves a client by webhooks, brokers and addresses: admins, and the client's own administrator (D95). */
export function setsHooks(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}
