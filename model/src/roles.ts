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

/** The roles that people have; devices have a list and credentials of their own (D80). */
export type PersonRole = Exclude<Role, 'device'>

export function personRoleOfGroup(id: number | null): PersonRole | undefined {
  const role = id === null ? undefined : roleOfGroup(id)
  return role === 'device' ? undefined : role
}

/** The number of a role's group, as the wire and the database carry it; code that needs one calls this function. */
export function groupOfRole(role: Role): number {
  const group = userGroups.find((each) => each.role === role)
  if (!group) throw new Error(`There is no user group of role ${role}.`)
  return group.id
}
