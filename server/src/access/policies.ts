import {
  actsOnUser,
  creatableRoles,
  editsProduction,
  erasesNames,
  managesKioskLinks,
  picksClient,
  type Role,
  readsAuditLog,
  readsQuarantine,
  roleOfGroup,
  seesPanel,
  setsShifts,
  signsIn,
} from '@packboard/model'

/** What a signed-in person may do at all, as sentences (D34). Whose data it may be done to is said by `clientScope`. */
export function may(actor: { readonly role: Role }) {
  return {
    /** Leave: everybody who came in. */
    signOut: true,
    /** Choose among clients; everybody else sees 'Not Allowed'. */
    chooseClient: picksClient(actor.role),
    /** Look at the machines, charts and tables of a client in their scope. */
    readDashboards: signsIn(actor.role),
    /** Set up the products of a client in their scope, target speeds among it. */
    editProducts: editsProduction(actor.role),
    /** Have the name of an operator taken out of the records of a client in their scope, for good (D54). */
    eraseNames: erasesNames(actor.role),
    /** Say when the shifts of a client in their scope begin. */
    setShifts: setsShifts(actor.role),
    /** Look up who did what: admins everywhere, a client administrator in its own client. */
    readAuditLog: readsAuditLog(actor.role),
    /** Look at what became of the records of a client in their scope, and take away what was kept aside (D9, D10). */
    readQuarantine: readsQuarantine(actor.role),
    /** Open the management panel: its Users table, and what its selects offer. */
    openPanel: seesPanel(actor.role),
    /** Add, edit and delete users in their scope; an engineer only reads them. */
    manageUsers: creatableRoles(actor.role).length > 0,
    /** Make and revoke the links that show a client in their scope on a television without a sign-in. */
    manageKioskLinks: managesKioskLinks(actor.role),
    /** Look at the machines in their scope as the panel shows them, and name the lines they stand on. */
    nameLines: editsProduction(actor.role),
    /** Distributors, clients, machines and machine types are the provider's to manage. */
    manageInstallation: actor.role === 'admin',
    /** Bring back what was deleted. */
    restoreDeleted: actor.role === 'admin',
  } as const satisfies Record<string, boolean>
}

/** The name of a permission, as the route table spells it. */
export type Permission = keyof ReturnType<typeof may>

/** May this person give somebody that role? A distributor and a client administrator give few (D34). */
export function mayGiveRole(actor: { readonly role: Role }, groupId: number): boolean {
  const role = roleOfGroup(groupId)
  return role !== undefined && creatableRoles(actor.role).includes(role)
}

/** May this person edit or delete that user? Never oneself; nobody but an admin touches an admin. */
export const mayActOnUser = actsOnUser
