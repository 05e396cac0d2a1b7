import type { Endpoint } from '@packboard/contract'
import * as contract from '@packboard/contract'
import { owner, type Place, type Rights } from './visitors.ts'

/** A call for the data of a client. */
export type ClientRow = { readonly call: Endpoint; readonly rights: Rights }

const stranger = '401 401 401'
const no = '403 403 403'
/** Every person sees the clients in their scope; others are not found (D34, D35). */
const readers: Rights = {
  nobody: stranger,
  device: stranger,
  kiosk: stranger,
  tablet: stranger,
  admin: '200 200 404',
  distributor: '200 404 404',
  distributor2: '404 200 404',
  clientadmin: '200 404 404',
  engineer: '200 404 404',
  user: '200 404 404',
  neighbour: '404 200 404',
}
/** What a wall needs of its machines is shown to a television, only for the client of its link. */
const links: Rights = { ...readers, kiosk: '200 404 404', tablet: '200 404 404' }
/** What the page of the operators needs is also open to a tablet, for the machines of its link. */
const tablets: Rights = { ...readers, tablet: '200 404 404' }
/** Products are set up by admins, and by engineers in their own client. */
const setters: Rights = {
  ...readers,
  distributor: no,
  distributor2: no,
  clientadmin: no,
  user: no,
  neighbour: no,
}
/** When shifts begin and when a client means to produce is set by admins, the distributor who serves the client, and its own administrator. */
const plannersOf: Rights = { ...readers, engineer: no, user: no, neighbour: no }
/**
 * Records are imported by those who open the panel. The file of the tests has ended: only who may see it learns that; one of
 * another client, and none, are the same.
 */
const importersOf = (own: number): Rights => ({
  ...readers,
  admin: `${own} ${own} 404`,
  distributor: `${own} 404 404`,
  distributor2: `404 ${own} 404`,
  clientadmin: `${own} 404 404`,
  engineer: `${own} 404 404`,
  user: no,
  neighbour: no,
})
/**
 * Notes of a shift are written, and its hand-over is signed, by the people of the factory and a tablet with a name; staff reads. The call of
 * the tests names no begin of a shift: only who may write learns that.
 */
const signers: Rights = {
  ...tablets,
  tablet: '400 404 404',
  admin: no,
  distributor: no,
  distributor2: no,
  clientadmin: '400 404 404',
  engineer: '400 404 404',
  user: '400 404 404',
  neighbour: '404 400 404',
}
/** The root of a stop is named by the factory's own, and on a tablet. The machine of the tests did not stop: only who may name roots learns that. */
const namers: Rights = {
  ...signers,
  user: no,
  neighbour: no,
}
/** The machine says whose call it is: where no client is named, it is one of the first. */
const callers: Rights = {
  ...tablets,
  tablet: '200 404 200',
  admin: '200 200 200',
  distributor: '200 404 200',
  clientadmin: '200 404 200',
  engineer: '200 404 200',
  user: '200 404 200',
}
/** There is no alert of this number: only who may see those of the client learns that, and for the others it is the same. */
const unfound = (rights: Rights): Rights => ({
  ...rights,
  admin: '404 404 404',
  distributor: '404 404 404',
  distributor2: '404 404 404',
  clientadmin: '404 404 404',
  engineer: '404 404 404',
  user: '404 404 404',
  neighbour: '404 404 404',
})
/** What the panel shows to those who open it. */
const panelReaders: Rights = { ...readers, user: no, neighbour: no }
/**
 * Names are erased, the audit log and the outcomes of records are read, by admins and by a client administrator in its
 * own client.
 */
const auditors: Rights = {
  ...readers,
  distributor: no,
  distributor2: no,
  engineer: no,
  user: no,
  neighbour: no,
}

/** Those who set up alerts of a client see where its messages go: its administrator and engineers, and admins. */
const informers: Rights = { ...auditors, engineer: '200 404 404' }

/** The calls for a client's data, and the expected status for each caller. Clients 1 and 2 are both premium. */
export const clientRows: readonly ClientRow[] = [
  { call: contract.clientMachines, rights: links },
  { call: contract.machinesData, rights: links },
  { call: contract.liveMachines, rights: links },
  { call: contract.incompleteMonths, rights: links },
  { call: contract.shiftProgress, rights: links },
  { call: contract.shiftPage, rights: tablets },
  { call: contract.addShiftNote, rights: signers },
  { call: contract.handOverShift, rights: signers },
  { call: contract.wall, rights: readers },
  { call: contract.toolLookup, rights: readers },
  { call: contract.productLookup, rights: readers },
  { call: contract.valueLookup, rights: readers },
  { call: contract.productsPie, rights: readers },
  { call: contract.machineStatusPie, rights: readers },
  { call: contract.alarmGroupsPie, rights: readers },
  { call: contract.speedPerMinute, rights: readers },
  { call: contract.alarmChart, rights: readers },
  { call: contract.stateBars, rights: readers },
  { call: contract.stateLane, rights: readers },
  { call: contract.stepTotals, rights: readers },
  { call: contract.stopCauses, rights: readers },
  { call: contract.stopList, rights: tablets },
  { call: contract.labelHistory, rights: tablets },
  { call: contract.labelStop, rights: tablets },
  { call: contract.changeList, rights: readers },
  { call: contract.compare, rights: readers },
  { call: contract.compareTrend, rights: readers },
  { call: contract.stopHeat, rights: readers },
  { call: contract.losses, rights: readers },
  { call: contract.bridge, rights: readers },
  { call: contract.timeline, rights: readers },
  { call: contract.auditTrail, rights: readers },
  { call: contract.auditTrailGroups, rights: readers },
  { call: contract.auditTrailDescriptions, rights: readers },
  { call: contract.alarmInfo, rights: readers },
  { call: contract.alarmStatistics, rights: readers },
  { call: contract.daySummary, rights: readers },
  { call: contract.dayDetails, rights: readers },
  { call: contract.explain, rights: readers },
  { call: contract.explainIntervals, rights: readers },
  { call: contract.definitionsOfWindow, rights: readers },
  { call: contract.setEarlierDefinition, rights: informers },
  { call: contract.exportFile, rights: readers },
  { call: contract.recipes, rights: readers },
  { call: contract.importRecipes, rights: setters },
  { call: contract.products, rights: panelReaders },
  { call: contract.productProposals, rights: panelReaders },
  { call: contract.setProducts, rights: setters },
  { call: contract.previewProducts, rights: setters },
  { call: contract.clientSettings, rights: readers },
  { call: contract.setClientSettings, rights: auditors },
  { call: contract.previewClientSettings, rights: auditors },
  { call: contract.clientTimes, rights: tablets },
  { call: contract.setShifts, rights: plannersOf },
  { call: contract.clientPlan, rights: readers },
  { call: contract.setPlan, rights: plannersOf },
  { call: contract.importPlan, rights: plannersOf },
  { call: contract.previewPlan, rights: plannersOf },
  { call: contract.clientLineFlow, rights: readers },
  { call: contract.setLineFlow, rights: informers },
  { call: contract.importLineFlow, rights: informers },
  { call: contract.previewLineFlow, rights: informers },
  { call: contract.lineNow, rights: links },
  { call: contract.lineStops, rights: tablets },
  { call: contract.lineLosses, rights: readers },
  { call: contract.nameLineRoot, rights: namers },
  { call: contract.clientReasons, rights: tablets },
  { call: contract.setReasons, rights: plannersOf },
  { call: contract.reasonTemplates, rights: plannersOf },
  { call: contract.alertRules, rights: readers },
  { call: contract.setAlertRules, rights: informers },
  { call: contract.backTestAlertRule, rights: informers },
  { call: contract.muteAlerts, rights: informers },
  { call: contract.alerts, rights: tablets },
  { call: contract.alertDetails, rights: unfound(readers) },
  { call: contract.acknowledgeAlert, rights: unfound(readers) },
  { call: contract.callForHelp, rights: callers },
  { call: contract.helpOnMyWay, rights: unfound({ ...readers, tablet: '404 404 404' }) },
  { call: contract.helpDone, rights: unfound({ ...readers, tablet: '404 404 404' }) },
  { call: contract.recordFiles, rights: importersOf(200) },
  { call: contract.addRecordFile, rights: importersOf(413) },
  { call: contract.addRecordFilePiece, rights: importersOf(409) },
  { call: contract.recordFile, rights: importersOf(200) },
  { call: contract.lookAtRecordFile, rights: importersOf(409) },
  { call: contract.startRecordFile, rights: importersOf(409) },
  { call: contract.cancelRecordFile, rights: importersOf(409) },
  { call: contract.refusedRecordLines, rights: importersOf(200) },
  { call: contract.savedViews, rights: readers },
  { call: contract.operatorRows, rights: readers },
  { call: contract.addSavedView, rights: readers },
  { call: contract.updateSavedView, rights: readers },
  { call: contract.deleteSavedView, rights: readers },
  { call: contract.overviewArrangement, rights: readers },
  { call: contract.setOverviewArrangement, rights: readers },
  { call: contract.erasedNames, rights: auditors },
  { call: contract.setOperatorRows, rights: auditors },
  { call: contract.countName, rights: auditors },
  { call: contract.eraseName, rights: auditors },
  { call: contract.dataSheet, rights: panelReaders },
  { call: contract.dataSheetFile, rights: panelReaders },
  { call: contract.receivedRecords, rights: auditors },
  { call: contract.quarantine, rights: auditors },
  { call: contract.quarantineFile, rights: auditors },
  { call: contract.sendKeptAgain, rights: auditors },
  { call: contract.dataSources, rights: auditors },
  { call: contract.installations, rights: auditors },
  { call: contract.hooks, rights: informers },
  { call: contract.setHooks, rights: auditors },
  { call: contract.reports, rights: auditors },
  { call: contract.setReports, rights: auditors },
  { call: contract.sendReport, rights: auditors },
  { call: contract.sentReports, rights: auditors },
  { call: contract.hookDeliveries, rights: informers },
  { call: contract.sendDelivery, rights: auditors },
  { call: contract.testHook, rights: auditors },
  { call: contract.auditLog, rights: auditors },
  { call: contract.verifyAuditLog, rights: auditors },
]

/** One machine of each of the demo's clients. */
const machineOf: Readonly<Record<number, string>> = {
  1: 'FW-101',
  2: 'FW-511',
  3: 'FW-611',
  4: 'FW-711',
}

export const clientOf = (place: Place) => owner(place)

/** Which machine a call about this client names; for a client that never existed, one of another client. */
export const machineIn = (clientId: unknown) => machineOf[Number(clientId)] ?? 'FW-101'
