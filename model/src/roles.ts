/** The user groups of the installation (D33); the id is what the wire and the database carry. */
export const userGroups = [
  { id: 1, role: 'admin', label: 'admin' },
  { id: 2, role: 'clientAdmin', label: 'clientAdmin' },
  { id: 3, role: 'user', label: 'user' },
  { id: 4, role: 'engineer', label: 'engineer' },
  { id: 5, role: 'device', label: 'device' },
  { id: 6, role: 'distributor', label: 'distributor' },
] as const

export type Role = (typeof userGroups)[number]['role']

const roleById = new Map<number, Role>(userGroups.map(({ id, role }) => [id, role]))

export function roleOfGroup(id: number): Role | undefined {
  return roleById.get(id)
}

/** The number of a role's group, as the wire and the database carry it; code that needs one calls this function. */
export function groupOfRole(role: Role): number {
  const group = userGroups.find((each) => each.role === role)
  if (!group) throw new Error(`There is no user group of role ${role}.`)
  return group.id
}

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

/** The Per Day Summary is for admins and for premium clients (specification §2). */
export function seesDaySummary(role: Role, subscriptionLabel: string | null): boolean {
  return role === 'admin' || (signsIn(role) && subscriptionLabel === 'premium')
}

/** Where a person lands on home: role user has nothing to choose there and goes on to the overview. */
export function landsOnDashboard(role: Role): boolean {
  return role === 'user'
}

/** A tile of the home page. */
export type HomeTile = 'panel' | 'dashboard' | 'daySummary'

/**
 * The tiles of the home page, in order (specification §2). The subscription is that of the chosen client, or of the
 * person's own.
 */
export function homeTiles(role: Role, subscriptionLabel: string | null): HomeTile[] {
  const tiles: HomeTile[] = []
  if (seesPanel(role)) tiles.push('panel')
  if (signsIn(role)) tiles.push('dashboard')
  if (seesDaySummary(role, subscriptionLabel)) tiles.push('daySummary')
  return tiles
}

/** What the day-summary page shows first: a choice of premium clients, the summary, or 'Not Allowed'. */
export function mayOpenDaySummary(
  role: Role,
  client: { readonly subscriptionLabel: string } | null,
): 'selector' | 'summary' | 'notAllowed' {
  if (client === null) return role === 'admin' ? 'selector' : 'notAllowed'
  return seesDaySummary(role, client.subscriptionLabel) ? 'summary' : 'notAllowed'
}

/** A table of the management panel. */
export type PanelTable = 'distributors' | 'machines' | 'machineTypes' | 'clients' | 'users'

/** The tables of the panel, in order: five for admin, only Users for the others who see it (specification §2). */
export function panelTables(role: Role): PanelTable[] {
  if (role === 'admin') return ['distributors', 'machines', 'machineTypes', 'clients', 'users']
  return seesPanel(role) ? ['users'] : []
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

/** May this person edit or delete that user? Never oneself; nobody but an admin touches an admin (specification §5). */
export function actsOnUser(
  actor: { readonly userId: number; readonly role: Role },
  target: { readonly userId: number; readonly role: Role | null },
): boolean {
  if (creatableRoles(actor.role).length === 0 || actor.userId === target.userId) return false
  return actor.role === 'admin' || target.role !== 'admin'
}

/** Who may edit lines, reasons and target speeds, of the clients that are theirs to see (D34). */
export function editsProduction(role: Role): boolean {
  return role === 'admin' || role === 'engineer'
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

/** Who may erase the name of an operator from records: admins, and a client's own administrator (D54). */
export function erasesNames(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}

/** Who sets when a client's shifts begin: admins, the distributor who serves it, and its own administrator. */
export function setsShifts(role: Role): boolean {
  return role === 'admin' || role === 'distributor' || role === 'clientAdmin'
}

/** Who sees the outcomes of received records: admins, and a client's own administrator (D9, D10). */
export function readsQuarantine(role: Role): boolean {
  return role === 'admin' || role === 'clientAdmin'
}
