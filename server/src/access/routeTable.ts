import {
  addClient,
  addDistributor,
  addKioskLink,
  addMachine,
  addMachineType,
  addUser,
  alarmChart,
  alarmGroupsPie,
  alarmInfo,
  auditLog,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
  clientMachines,
  clientNames,
  clientTimes,
  countName,
  dayDetails,
  daySummary,
  deleteClient,
  deleteDistributor,
  deletedRows,
  deleteMachine,
  deleteMachineType,
  deleteUser,
  distributors,
  type Endpoint,
  erasedNames,
  eraseName,
  explain,
  explainIntervals,
  forgotPassword,
  importRecipes,
  ingestRecords,
  kioskLinks,
  kioskWall,
  machineStatusPie,
  machinesData,
  machinesLive,
  machineTypes,
  managedClients,
  managedMachines,
  outbox,
  productLookup,
  productsPie,
  provider,
  quarantine,
  quarantineFile,
  reception,
  recipes,
  resetPassword,
  restore,
  revokeKioskLink,
  setShifts,
  signIn,
  signOut,
  signUp,
  speedPerMinute,
  stateBars,
  stateLane,
  stopCauses,
  subscriptionOptions,
  takeAway,
  toolLookup,
  tutorials,
  updateClient,
  updateDistributor,
  updateLine,
  updateMachine,
  updateMachineType,
  updateUser,
  userGroupOptions,
  users,
  valueLookup,
  wall,
} from '@packboard/contract'
import type { Permission } from './policies.ts'

/**
 * Who may knock at which door. `everybody` needs no session; `device` is a machine's own token; `loopback` is this
 * machine or the holder of METRICS_TOKEN; `kiosk` is a television with a wall link and nobody else; anything else is a
 * permission of a signed-in person.
 */
type Visitor = 'everybody' | 'device' | 'loopback' | 'kiosk' | Permission

type Door = {
  readonly method: string
  /** The address as the route declares it. */
  readonly path: string
  /** Also for every address below. */
  readonly below?: true
  readonly visitor: Visitor
  /** Also for a television with a wall link, for the client of the link. */
  readonly kiosk?: true
  /**
   * Where the tenant comes from; the isolation test tries foreign and absent ids there, and the test of the panel's
   * rights those of rows (`row`).
   */
  readonly tenant:
    | 'none'
    | 'params.clientId'
    | 'query.clientId'
    | 'body.clientId'
    | 'row'
    | 'device'
}

const door = (
  { method, path }: Endpoint,
  visitor: Visitor,
  tenant: Door['tenant'] = 'none',
): Door => ({
  method,
  path,
  visitor,
  tenant,
})
/** What a wall needs to know of its machines; a television may ask this and nothing else. */
const alsoKiosk = (row: Door): Door => ({ ...row, kiosk: true })
const open = (path: string): Door => ({ method: 'GET', path, visitor: 'everybody', tenant: 'none' })

/** The one table of all routes: the guard obeys it, the tests walk it, and a route without a row stops the server. */
export const routeTable: readonly Door[] = [
  door(signIn, 'everybody'),
  door(signOut, 'signOut'),
  door(signUp, 'everybody'),
  door(forgotPassword, 'everybody'),
  // Whoever has the link may use it.
  door(resetPassword, 'everybody'),
  // Nobody's at all but in the demo, on this machine.
  door(outbox, 'everybody'),
  door(clientNames, 'chooseClient'),
  alsoKiosk(door(clientMachines, 'readDashboards', 'params.clientId')),
  alsoKiosk(door(machinesData, 'readDashboards', 'body.clientId')),
  alsoKiosk(door(machinesLive, 'readDashboards', 'params.clientId')),
  door(wall, 'readDashboards', 'params.clientId'),
  alsoKiosk(door(kioskWall, 'kiosk')),
  door(toolLookup, 'readDashboards', 'params.clientId'),
  door(productLookup, 'readDashboards', 'params.clientId'),
  door(valueLookup, 'readDashboards', 'params.clientId'),
  door(productsPie, 'readDashboards', 'query.clientId'),
  door(machineStatusPie, 'readDashboards', 'query.clientId'),
  door(alarmGroupsPie, 'readDashboards', 'query.clientId'),
  door(speedPerMinute, 'readDashboards', 'query.clientId'),
  door(alarmChart, 'readDashboards', 'query.clientId'),
  door(stateBars, 'readDashboards', 'query.clientId'),
  door(stateLane, 'readDashboards', 'query.clientId'),
  door(stopCauses, 'readDashboards', 'query.clientId'),
  door(auditTrail, 'readDashboards', 'query.clientId'),
  door(auditTrailGroups, 'readDashboards', 'query.clientId'),
  door(auditTrailDescriptions, 'readDashboards', 'query.clientId'),
  door(alarmInfo, 'readDashboards', 'query.clientId'),
  door(daySummary, 'readDashboards', 'query.clientId'),
  door(dayDetails, 'readDashboards', 'body.clientId'),
  door(explain, 'readDashboards', 'query.clientId'),
  door(explainIntervals, 'readDashboards', 'query.clientId'),
  door(takeAway, 'readDashboards', 'query.clientId'),
  door(recipes, 'readDashboards', 'params.clientId'),
  door(importRecipes, 'editProducts', 'params.clientId'),
  door(clientTimes, 'readDashboards', 'params.clientId'),
  door(setShifts, 'setShifts', 'params.clientId'),
  door(erasedNames, 'eraseNames', 'params.clientId'),
  door(countName, 'eraseNames', 'params.clientId'),
  door(eraseName, 'eraseNames', 'params.clientId'),
  door(reception, 'readReception', 'params.clientId'),
  door(quarantine, 'readReception', 'params.clientId'),
  door(quarantineFile, 'readReception', 'params.clientId'),
  door(auditLog, 'readAuditLog', 'query.clientId'),
  door(distributors, 'manageInstallation'),
  door(addDistributor, 'manageInstallation'),
  door(updateDistributor, 'manageInstallation'),
  door(deleteDistributor, 'manageInstallation'),
  door(managedClients, 'manageInstallation'),
  door(addClient, 'manageInstallation'),
  door(updateClient, 'manageInstallation'),
  door(deleteClient, 'manageInstallation'),
  door(managedMachines, 'nameLines', 'row'),
  door(addMachine, 'manageInstallation'),
  door(updateMachine, 'manageInstallation'),
  door(deleteMachine, 'manageInstallation'),
  door(machineTypes, 'openPanel'),
  door(addMachineType, 'manageInstallation'),
  door(updateMachineType, 'manageInstallation'),
  door(deleteMachineType, 'manageInstallation'),
  door(users, 'openPanel', 'row'),
  door(addUser, 'manageUsers', 'row'),
  door(updateUser, 'manageUsers', 'row'),
  door(deleteUser, 'manageUsers', 'row'),
  door(kioskLinks, 'manageKioskLinks', 'row'),
  door(addKioskLink, 'manageKioskLinks', 'row'),
  door(revokeKioskLink, 'manageKioskLinks', 'row'),
  door(updateLine, 'nameLines', 'row'),
  door(subscriptionOptions, 'openPanel'),
  door(userGroupOptions, 'openPanel'),
  door(tutorials, 'openPanel'),
  door(deletedRows, 'restoreDeleted'),
  door(restore, 'restoreDeleted'),
  door(ingestRecords, 'device', 'device'),
  door(provider, 'everybody'),
  open('/health/live'),
  open('/health/ready'),
  { method: 'GET', path: '/metrics', visitor: 'loopback', tenant: 'none' },
  { ...open('/api/docs'), below: true },
  // Pictures of machine types belong to no tenant; their names cannot be guessed (T14).
  open('/api/images/:name'),
  // The screens and their files.
  open('/'),
  open('/auth/*'),
  open('/admin/*'),
  // The wall of a link: its token stands behind the #, which no browser sends.
  open('/wall'),
  open('/*'),
]

/** The row of a route, or nothing when nobody has decided who may use it. */
export function doorOf(method: string, path: string): Door | undefined {
  // HEAD is GET without the body: the same visitors.
  const asked = method === 'HEAD' ? 'GET' : method
  return routeTable.find((row) => {
    if (row.method !== asked) return false
    return row.path === path || (row.below === true && path.startsWith(`${row.path}/`))
  })
}
