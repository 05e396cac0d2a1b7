import {
  acceptDamage,
  addClient,
  addDevice,
  addDistributor,
  addKioskLink,
  addMachine,
  addMachineType,
  addUser,
  alarmChart,
  alarmGroupsPie,
  alarmInfo,
  alarmStatistics,
  auditLog,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
  backups,
  changeList,
  clientMachines,
  clientNames,
  clientPlan,
  clientTimes,
  compare,
  confirmDictionary,
  confirmEmail,
  connectionFound,
  connectionMessages,
  countName,
  dataSheet,
  dataSheetFile,
  dataSources,
  dayDetails,
  daySummary,
  deleteClient,
  deleteDevice,
  deleteDistributor,
  deletedRows,
  deleteMachine,
  deleteMachineType,
  deleteUser,
  devices,
  distributors,
  type Endpoint,
  endFormerAccess,
  erasedNames,
  eraseName,
  explain,
  explainIntervals,
  exportFile,
  forgotPassword,
  heartbeat,
  importMachines,
  importPlan,
  importRecipes,
  incompleteMonths,
  ingestRecords,
  installations,
  kioskLinks,
  kioskWall,
  limits,
  liveMachines,
  machineConnection,
  machineStatusPie,
  machinesData,
  machineToken,
  machineTypes,
  makeBackup,
  managedClients,
  managedMachines,
  outbox,
  productLookup,
  productsPie,
  provider,
  quarantine,
  quarantineFile,
  receivedRecords,
  recipes,
  resetPassword,
  restore,
  revokeKioskLink,
  rotateDeviceToken,
  setBackups,
  setLimits,
  setPlan,
  setShifts,
  signIn,
  signOut,
  signUp,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
  stopCauses,
  stopList,
  subscriptionOptions,
  supportBundle,
  timeline,
  toolLookup,
  tutorials,
  updateClient,
  updateConnection,
  updateDevice,
  updateDistributor,
  updateLine,
  updateMachine,
  updateMachineType,
  updateUser,
  upgrades,
  userGroupOptions,
  users,
  valueLookup,
  version,
  wall,
  warnings,
} from '@packboard/contract'
import type { Permission } from './policies.ts'

/**
 * Who may call which route. `everybody` needs no session; `device` is a machine's own token; `loopback` is this machine
 * or the holder of METRICS_TOKEN; `peer` is another process of this installation; `kiosk` is only a television with a wall link; any other value is a permission of a
 * signed-in person.
 */
type Visitor = 'everybody' | 'device' | 'loopback' | 'peer' | 'kiosk' | Permission

type RoutePolicy = {
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

const routePolicy = (
  { method, path }: Endpoint,
  visitor: Visitor,
  tenant: RoutePolicy['tenant'] = 'none',
): RoutePolicy => ({
  method,
  path,
  visitor,
  tenant,
})
/** What a wall needs to know of its machines; a television may call only this. */
const alsoKiosk = (row: RoutePolicy): RoutePolicy => ({ ...row, kiosk: true })
const open = (path: string): RoutePolicy => ({
  method: 'GET',
  path,
  visitor: 'everybody',
  tenant: 'none',
})

/**
 * The one table of all routes: the guard enforces it, the tests iterate over it, and a route without a row stops the
 * server.
 */
export const routeTable: readonly RoutePolicy[] = [
  routePolicy(signIn, 'everybody'),
  routePolicy(signOut, 'signOut'),
  routePolicy(signUp, 'everybody'),
  routePolicy(forgotPassword, 'everybody'),
  // The holder of the link may use it.
  routePolicy(resetPassword, 'everybody'),
  routePolicy(confirmEmail, 'everybody'),
  // Not found, except in the demo on loopback.
  routePolicy(outbox, 'everybody'),
  routePolicy(clientNames, 'chooseClient'),
  alsoKiosk(routePolicy(clientMachines, 'readDashboards', 'params.clientId')),
  alsoKiosk(routePolicy(machinesData, 'readDashboards', 'body.clientId')),
  alsoKiosk(routePolicy(liveMachines, 'readDashboards', 'params.clientId')),
  alsoKiosk(routePolicy(incompleteMonths, 'readDashboards', 'params.clientId')),
  routePolicy(wall, 'readDashboards', 'params.clientId'),
  alsoKiosk(routePolicy(kioskWall, 'kiosk')),
  routePolicy(toolLookup, 'readDashboards', 'params.clientId'),
  routePolicy(productLookup, 'readDashboards', 'params.clientId'),
  routePolicy(valueLookup, 'readDashboards', 'params.clientId'),
  routePolicy(productsPie, 'readDashboards', 'query.clientId'),
  routePolicy(machineStatusPie, 'readDashboards', 'query.clientId'),
  routePolicy(alarmGroupsPie, 'readDashboards', 'query.clientId'),
  routePolicy(speedPerMinute, 'readDashboards', 'query.clientId'),
  routePolicy(alarmChart, 'readDashboards', 'query.clientId'),
  routePolicy(stateBars, 'readDashboards', 'query.clientId'),
  routePolicy(stateLane, 'readDashboards', 'query.clientId'),
  routePolicy(stepTotals, 'readDashboards', 'query.clientId'),
  routePolicy(stopCauses, 'readDashboards', 'query.clientId'),
  routePolicy(stopList, 'readDashboards', 'query.clientId'),
  routePolicy(compare, 'readDashboards', 'query.clientId'),
  routePolicy(timeline, 'readDashboards', 'query.clientId'),
  routePolicy(changeList, 'readDashboards', 'query.clientId'),
  routePolicy(auditTrail, 'readDashboards', 'query.clientId'),
  routePolicy(auditTrailGroups, 'readDashboards', 'query.clientId'),
  routePolicy(auditTrailDescriptions, 'readDashboards', 'query.clientId'),
  routePolicy(alarmInfo, 'readDashboards', 'query.clientId'),
  routePolicy(alarmStatistics, 'readDashboards', 'query.clientId'),
  routePolicy(daySummary, 'readDashboards', 'query.clientId'),
  routePolicy(dayDetails, 'readDashboards', 'body.clientId'),
  routePolicy(explain, 'readDashboards', 'query.clientId'),
  routePolicy(explainIntervals, 'readDashboards', 'query.clientId'),
  routePolicy(exportFile, 'readDashboards', 'query.clientId'),
  routePolicy(recipes, 'readDashboards', 'params.clientId'),
  routePolicy(importRecipes, 'editProducts', 'params.clientId'),
  routePolicy(clientTimes, 'readDashboards', 'params.clientId'),
  routePolicy(setShifts, 'setShifts', 'params.clientId'),
  routePolicy(clientPlan, 'readDashboards', 'params.clientId'),
  routePolicy(setPlan, 'setShifts', 'params.clientId'),
  routePolicy(importPlan, 'setShifts', 'params.clientId'),
  routePolicy(erasedNames, 'eraseNames', 'params.clientId'),
  routePolicy(countName, 'eraseNames', 'params.clientId'),
  routePolicy(eraseName, 'eraseNames', 'params.clientId'),
  routePolicy(dataSheet, 'openPanel', 'params.clientId'),
  routePolicy(dataSheetFile, 'openPanel', 'params.clientId'),
  routePolicy(receivedRecords, 'readQuarantine', 'params.clientId'),
  routePolicy(quarantine, 'readQuarantine', 'params.clientId'),
  routePolicy(quarantineFile, 'readQuarantine', 'params.clientId'),
  routePolicy(dataSources, 'readQuarantine', 'query.clientId'),
  routePolicy(installations, 'readQuarantine', 'params.clientId'),
  routePolicy(auditLog, 'readAuditLog', 'query.clientId'),
  routePolicy(distributors, 'manageInstallation'),
  routePolicy(addDistributor, 'manageInstallation'),
  routePolicy(updateDistributor, 'manageInstallation'),
  routePolicy(deleteDistributor, 'manageInstallation'),
  routePolicy(managedClients, 'manageInstallation'),
  routePolicy(addClient, 'manageInstallation'),
  routePolicy(updateClient, 'manageInstallation'),
  routePolicy(deleteClient, 'manageInstallation'),
  routePolicy(endFormerAccess, 'manageInstallation'),
  routePolicy(managedMachines, 'nameLines', 'row'),
  routePolicy(addMachine, 'manageInstallation'),
  routePolicy(updateMachine, 'manageInstallation'),
  routePolicy(deleteMachine, 'manageInstallation'),
  routePolicy(machineConnection, 'manageInstallation'),
  routePolicy(updateConnection, 'manageInstallation'),
  routePolicy(confirmDictionary, 'manageInstallation'),
  routePolicy(connectionMessages, 'manageInstallation'),
  routePolicy(importMachines, 'manageInstallation'),
  routePolicy(connectionFound, 'manageInstallation'),
  routePolicy(machineToken, 'manageDevices', 'row'),
  routePolicy(machineTypes, 'openPanel'),
  routePolicy(addMachineType, 'manageInstallation'),
  routePolicy(updateMachineType, 'manageInstallation'),
  routePolicy(deleteMachineType, 'manageInstallation'),
  routePolicy(users, 'openPanel', 'row'),
  routePolicy(addUser, 'manageUsers', 'row'),
  routePolicy(updateUser, 'manageUsers', 'row'),
  routePolicy(deleteUser, 'manageUsers', 'row'),
  routePolicy(devices, 'readDevices', 'row'),
  routePolicy(addDevice, 'manageDevices', 'row'),
  routePolicy(updateDevice, 'manageDevices', 'row'),
  routePolicy(deleteDevice, 'deleteDevices', 'row'),
  routePolicy(rotateDeviceToken, 'manageDevices', 'row'),
  routePolicy(kioskLinks, 'manageKioskLinks', 'row'),
  routePolicy(addKioskLink, 'manageKioskLinks', 'row'),
  routePolicy(revokeKioskLink, 'manageKioskLinks', 'row'),
  routePolicy(updateLine, 'nameLines', 'row'),
  routePolicy(subscriptionOptions, 'openPanel'),
  routePolicy(userGroupOptions, 'openPanel'),
  routePolicy(tutorials, 'openPanel'),
  routePolicy(deletedRows, 'restoreDeleted'),
  routePolicy(warnings, 'manageInstallation'),
  routePolicy(acceptDamage, 'manageInstallation'),
  routePolicy(supportBundle, 'manageInstallation'),
  routePolicy(limits, 'manageInstallation'),
  routePolicy(setLimits, 'manageInstallation'),
  routePolicy(backups, 'manageInstallation'),
  routePolicy(setBackups, 'manageInstallation'),
  routePolicy(makeBackup, 'manageInstallation'),
  routePolicy(upgrades, 'manageInstallation'),
  routePolicy(restore, 'restoreDeleted'),
  routePolicy(ingestRecords, 'device', 'device'),
  routePolicy(heartbeat, 'device', 'device'),
  routePolicy(provider, 'everybody'),
  routePolicy(version, 'readVersion'),
  open('/health/live'),
  open('/health/ready'),
  { method: 'GET', path: '/metrics', visitor: 'loopback', tenant: 'none' },
  { method: 'GET', path: '/support-bundle', visitor: 'loopback', tenant: 'none' },
  { method: 'POST', path: '/internal', below: true, visitor: 'peer', tenant: 'none' },
  { ...open('/api/docs'), below: true },
  { ...open('/docs'), below: true },
  // Pictures of machine types belong to no tenant; their names cannot be guessed (T14).
  open('/api/images/:name'),
  // The screens and their files.
  open('/'),
  open('/auth/*'),
  open('/admin/*'),
  // The wall of a link: its token is behind the #, which no browser sends.
  open('/wall'),
  open('/*'),
]

/** The row of a route, or undefined when it has none. */
export function routePolicyOf(method: string, path: string): RoutePolicy | undefined {
  // HEAD is GET without the body: the same callers.
  const requested = method === 'HEAD' ? 'GET' : method
  return routeTable.find((row) => {
    if (row.method !== requested) return false
    return row.path === path || (row.below === true && path.startsWith(`${row.path}/`))
  })
}
