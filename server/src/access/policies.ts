import { editsProduction, picksClient, type Role, readsAuditLog } from '@packboard/model'

/** What a signed-in person may do at all, as sentences (D34). Whose data it may be done to is said by `clientScope`. */
export function may(actor: { readonly role: Role }) {
  return {
    /** Leave: everybody who came in. */
    signOut: true,
    /** Choose among clients; everybody else sees 'Not Allowed'. */
    chooseClient: picksClient(actor.role),
    /** Look at the machines, charts and tables of a client in their scope. */
    readDashboards: actor.role !== 'device',
    /** Set up the products of a client in their scope, target speeds among it. */
    editProducts: editsProduction(actor.role),
    /** Look up who did what: admins everywhere, a client administrator in its own client. */
    readAuditLog: readsAuditLog(actor.role),
  } as const satisfies Record<string, boolean>
}

/** The name of a permission, as the route table spells it. */
export type Permission = keyof ReturnType<typeof may>
