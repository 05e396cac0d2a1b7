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
export type UserGroupId = (typeof userGroups)[number]['id']

const roleById = new Map<number, Role>(userGroups.map(({ id, role }) => [id, role]))

export function roleOfGroup(id: number): Role | undefined {
  return roleById.get(id)
}

/** Who may choose a client; everybody else sees 'Not Allowed' in the client picker. */
export function picksClient(role: Role): boolean {
  return role === 'admin' || role === 'distributor'
}

/** Who sees the management panel (specification §6: role user is sent away). */
export function seesPanel(role: Role): boolean {
  return role !== 'user' && role !== 'device'
}

/** The Per Day Summary is for admins and for premium clients (specification §2). */
export function seesDaySummary(role: Role, subscriptionLabel: string | null): boolean {
  return role === 'admin' || subscriptionLabel === 'premium'
}
