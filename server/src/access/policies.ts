import { type Role, roleOfGroup, userGroups } from '@packboard/model'
import {
  actsOnUser,
  changesEmailOf,
  creatableRoles,
  deletesDevices,
  editsAlertRules,
  editsProduction,
  erasesNames,
  importsRecords,
  labelsOldStops,
  managesCompanySignIn,
  managesDevices,
  managesKioskLinks,
  managesProgramKeys,
  namesRoots,
  picksClient,
  readsAuditLog,
  readsHooks,
  readsQuarantine,
  seesPanel,
  setsDefinitions,
  setsHooks,
  setsLineFlow,
  setsReports,
  setsRules,
  setsShifts,
  sharesViews,
  signsIn,
  signsShifts,
} from './roleRights.ts'

/** What a signed-in person may do at all, as sentences (D34). On which client's data is decided by `clientScope`. */
export function may(actor: { readonly role: Role }) {
  return {
    /** Sign out: every signed-in person. */
    signOut: true,
    /** See which version runs here: every signed-in person. */
    readVersion: signsIn(actor.role),
    /** See and change one's own account: every signed-in person. */
    ownAccount: signsIn(actor.role),
    /** Choose among clients; the other roles see 'Not Allowed'. */
    chooseClient: picksClient(actor.role),
    /** See the machines, charts and tables of a client in their scope. */
    readDashboards: signsIn(actor.role),
    /** Set up the products of a client in their scope, target speeds among it. */
    editProducts: editsProduction(actor.role),
    /** Erase the name of an operator from the records of a client in their scope, permanently (D54). */
    eraseNames: erasesNames(actor.role),
    /** Set when the shifts of a client in their scope begin, when it means to produce, and the reasons of its stops. */
    setShifts: setsShifts(actor.role),
    /** Set the flow of the lines of a client in their scope (D101). */
    setLineFlow: setsLineFlow(actor.role),
    /** Set by what the effectiveness of an earlier system of a client in their scope was computed (D100). */
    setDefinitions: setsDefinitions(actor.role),
    /** Set by which rules the figures of a client in their scope are, with a date (D111, D114). */
    setRules: setsRules(actor.role),
    /** Name the root of a stop in place of the rule (D102). */
    nameRoots: namesRoots(actor.role),
    /** Say why a machine of a client in their scope stood, up to 24 hours after the stop (D74). */
    labelStops: signsIn(actor.role),
    /** The same at any time. */
    labelOldStops: labelsOldStops(actor.role),
    /** Write notes of a shift of a client in their scope, and sign its hand-over as oneself. */
    signShifts: signsShifts(actor.role),
    /** Set the rules by which alerts of a client in their scope open, test them against the past, and mute them (D94). */
    editAlertRules: editsAlertRules(actor.role),
    /** Acknowledge alerts of a client in their scope: all who see an alert may. */
    acknowledgeAlerts: signsIn(actor.role),
    /** Call for help at a machine of a client in their scope, say that one is on the way, and end the call (D96). */
    callForHelp: signsIn(actor.role),
    /** Import records of a client in their scope from files. */
    importRecords: importsRecords(actor.role),
    /** Read the audit log: admins all of it, a client administrator that of its own client. */
    readAuditLog: readsAuditLog(actor.role),
    /** See the outcomes of the records of a client in their scope, export the quarantined ones and send them again (D9, D10). */
    readQuarantine: readsQuarantine(actor.role),
    /** Open the management panel: its Users table, and what its selects offer. */
    openPanel: seesPanel(actor.role),
    /** Add, edit and delete users in their scope; an engineer only reads them. */
    manageUsers: creatableRoles(actor.role).length > 0,
    /** Give role and client to an account that awaits approval; the store shows such accounts only to an admin (D36). */
    approveUsers: actor.role === 'admin',
    /** See the devices in their scope: name, machines, when last seen; never a token. */
    readDevices: seesPanel(actor.role),
    /** Add devices, change their machines, give them new tokens. */
    manageDevices: managesDevices(actor.role),
    /** Delete devices in their scope. */
    deleteDevices: deletesDevices(actor.role),
    /** Make and revoke the links that show a client in their scope on a television without a sign-in. */
    manageKioskLinks: managesKioskLinks(actor.role),
    /** Set up the sign-in of companies in their scope: who may sign in by it, and as what. */
    manageCompanySignIn: managesCompanySignIn(actor.role),
    /** Make and revoke the keys by which programs read a client, a distributor or the installation that is theirs (D92). */
    manageProgramKeys: managesProgramKeys(actor.role),
    /** See the webhooks, brokers and addresses of a client in their scope, and what was sent to them; never a secret. */
    readHooks: readsHooks(actor.role),
    /** Set them up, test them, and send a delivery again. */
    setHooks: setsHooks(actor.role),
    /** Set up the reports of a client in their scope, send one by hand, and see what was sent (D97). */
    setReports: setsReports(actor.role),
    /** See the machines in their scope in the panel, name their lines, and set what they have of their own with a date. */
    nameLines: editsProduction(actor.role),
    /** Distributors, clients, machines and machine types are the provider's to manage. */
    manageInstallation: actor.role === 'admin',
    /** Restore deleted rows. */
    restoreDeleted: actor.role === 'admin',
  } as const satisfies Record<string, boolean>
}

/** The name of a permission, as a route's policy spells it. */
export type Permission = keyof ReturnType<typeof may>

/**
 * May this person give that role to an account? A distributor and a client administrator may give only few roles (D34).
 */
export function mayGiveRole(actor: { readonly role: Role }, groupId: number): boolean {
  const role = roleOfGroup(groupId)
  return role !== undefined && creatableRoles(actor.role).includes(role)
}

/** The numbers of the user groups that this person may give to an account. */
export const givableRoles = (actor: { readonly role: Role }) =>
  userGroups.map(({ id }) => id).filter((id) => mayGiveRole(actor, id))

/** May this person edit or delete that user? Never oneself; nobody but an admin touches an admin. */
export const mayActOnUser = actsOnUser

/** May this person give that user another e-mail address, which is the way to its password? Only who may give its role (D82). */
export const mayChangeEmailOf = changesEmailOf

/** May this person share a saved view with all who see the client, and delete those that others share? */
export const mayShareViews = (actor: { readonly role: Role }) => sharesViews(actor.role)
