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

declare const granted: unique symbol

/** Proof that access was checked. Only server/src/access makes one; every tenant query requires one. */
export type ClientScope = {
  readonly clientId: number
  /** Only these of its machines, for the holder of a link to some of them; absent: all. */
  readonly machineIds?: readonly number[]
  /** The client forbids that this caller reads names of its operators: every answer leaves them empty. */
  readonly hidesOperators?: true
  readonly [granted]: true
}

export function grantClientScope(
  clientId: number,
  machineIds?: readonly number[],
  hidesOperators = false,
): ClientScope {
  // The proof exists only in the type: no value can be written by hand, so code that needs one has to call this
  // function.
  return {
    clientId,
    ...(machineIds && { machineIds }),
    ...(hidesOperators && { hidesOperators }),
  } as ClientScope
}

/** Which accounts and machines: all, those of one client, or those of one distributor and its clients. */
export type PanelReach =
  | { readonly reach: 'all' }
  | { readonly reach: 'client'; readonly clientId: number }
  | { readonly reach: 'distributor'; readonly distributorId: number }

/** Proof that a person may see these rows of the management panel (D34). Only server/src/access makes one. */
export type PanelScope = PanelReach & { readonly [granted]: true }

/** Every row of the installation: what only its administrators see. */
export type WholeInstallation = PanelScope & { readonly reach: 'all' }

export function grantPanelScope(reach: PanelReach): PanelScope {
  // As above.
  return reach as PanelScope
}

/**
 * What a client says of the operators that its machines report. `notSet`: their names stand beside stops and intervals, their figures are not compared;
 * `allowed`: figures are compared operator by operator, too; `forbidden`: neither, and users, walls and tablets read no name of them.
 */
export const operatorSettings = ['notSet', 'allowed', 'forbidden'] as const
export type OperatorSetting = (typeof operatorSettings)[number]

/** What stands in an answer in the place of a name that its caller may not read. */
export const hiddenName = ''

/** The name of an operator, or of who said why a machine stood, as the holder of a scope may read it. */
export function shownName<Name extends string | null>(
  { hidesOperators }: Pick<ClientScope, 'hidesOperators'>,
  name: Name,
): Name | typeof hiddenName {
  return hidesOperators ? hiddenName : name
}

/** What a key for a program may read (D92): each call that takes keys is of one of these groups. */
export const programGroups = ['figures', 'stops', 'alarms', 'audit', 'machines'] as const
export type ProgramGroup = (typeof programGroups)[number]

/** What every key begins with: so that it is found where it does not belong. */
export const programKeyPrefix = 'pbk_'
