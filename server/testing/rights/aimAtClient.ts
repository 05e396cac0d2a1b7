import {
  acknowledgeAlert,
  addRecordFile,
  addRecordFilePiece,
  addShiftNote,
  alertDetails,
  alertRules,
  alerts,
  backTestAlertRule,
  callForHelp,
  cancelRecordFile,
  clientLineFlow,
  clientPlan,
  clientReasons,
  clientSettings,
  clientTimes,
  compare,
  compareTrend,
  countName,
  dataSheet,
  dataSheetFile,
  dayDetails,
  erasedNames,
  eraseName,
  handOverShift,
  helpDone,
  helpOnMyWay,
  hookDeliveries,
  hooks,
  importLineFlow,
  importPlan,
  importRecipes,
  installations,
  labelHistory,
  labelStop,
  lineLosses,
  lineNow,
  lineStops,
  lookAtRecordFile,
  machinesData,
  muteAlerts,
  nameLineRoot,
  operatorRows,
  overviewArrangement,
  previewClientSettings,
  previewLineFlow,
  previewPlan,
  previewProducts,
  productProposals,
  products,
  quarantine,
  quarantineFile,
  reasonTemplates,
  receivedRecords,
  recordFile,
  recordFiles,
  refusedRecordLines,
  reports,
  savedViews,
  sendDelivery,
  sendKeptAgain,
  sendReport,
  sentReports,
  setAlertRules,
  setClientSettings,
  setEarlierDefinition,
  setHooks,
  setLineFlow,
  setOperatorRows,
  setOverviewArrangement,
  setPlan,
  setProducts,
  setReasons,
  setReports,
  setShifts,
  shiftPage,
  startRecordFile,
  testHook,
} from '@packboard/contract'
import { endedFile, seededHook } from '../neighbours.ts'
import type { Ask } from '../openTestServer.ts'
import { clientRows, machineIn } from './clientRows.ts'
import { seededLabel, seededReasons } from './seedStopBook.ts'

const end = new Date(Date.now() - 60_000).toISOString()
const start = new Date(Date.now() - 3_600_000).toISOString()
/** The body of a request of the overview. */
export const windowOf = (clientId: unknown, machinesIdArray: unknown[]) => ({
  start_date: start,
  end_date: end,
  clientId,
  initialReq: 'yes',
  machinesIdArray,
})

const timezone = 'Europe/London'
/** `2026-11-23 06:13` there. */
const local = (at: string) =>
  new Date(at).toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 16)
const day = local(start).slice(0, 10)
/** From an hour ago, which is within what a tablet may see at any time of the day. */
export const dayWindow = {
  ...{ start_date: day, start_time: local(start).slice(11), end_date: local(end).slice(0, 10) },
  timezone,
}

const anyMapping = {
  ...{ kind: 'sample', encoding: 'utf-8', separator: ',', hasHead: true, zone: 'UTC' },
  ...{ timeForm: 'iso', decimal: '.', speedUnit: 'perMinute', factors: {}, clock: null },
  ...{ columns: { time: 'Time', state: 'State' }, fixed: {}, states: {} },
}

const anyAlertRule = {
  ...{ name: 'Tried', enabled: true, machines: 'all', when: 'always', severity: 'info', steps: [] },
  condition: { kind: 'offlineLonger', seconds: 300 },
}

/** Fills the path parameters other than the client. */
const anyReport = {
  ...{ name: 'Tried', enabled: true, kind: 'shift', machines: 'all', language: 'en' },
  ...{ files: [], to: [] },
}

const placeholders: Record<string, string> = {
  ':slug': 'packboard',
  ':page': '1',
  ':field': 'product',
  ':table': 'products',
  ':format': 'csv',
  ':machineTypeId': '1',
  // No shift begins with this second.
  ':start': '2026-01-01T00:00:01.000Z',
}

/** Routes of the overview and of products take no filter. */
export const overviewPaths = [
  '/api/admin/client_machines/:clientId',
  '/api/admin/machines-live/:clientId',
  '/api/admin/incomplete-months/:clientId',
  '/api/admin/wall/:clientId',
  '/api/admin/shift-progress/:clientId',
  shiftPage.path,
  addShiftNote.path,
  handOverShift.path,
  '/api/admin/recipes/:clientId',
  clientTimes.path,
  clientPlan.path,
  previewPlan.path,
  clientLineFlow.path,
  setEarlierDefinition.path,
  previewLineFlow.path,
  lineNow.path,
  lineStops.path,
  lineLosses.path,
  nameLineRoot.path,
  clientReasons.path,
  reasonTemplates.path,
  erasedNames.path,
  dataSheet.path,
  dataSheetFile.path,
  receivedRecords.path,
  installations.path,
  quarantine.path,
  quarantineFile.path,
  sendKeptAgain.path,
  recordFiles.path,
  recordFile.path,
  refusedRecordLines.path,
  addRecordFilePiece.path,
  lookAtRecordFile.path,
  startRecordFile.path,
  cancelRecordFile.path,
  savedViews.path,
  operatorRows.path,
  overviewArrangement.path,
  products.path,
  clientSettings.path,
  previewClientSettings.path,
  previewProducts.path,
  productProposals.path,
  hooks.path,
  hookDeliveries.path,
  sendDelivery.path,
  testHook.path,
  alertRules.path,
  backTestAlertRule.path,
  muteAlerts.path,
  alerts.path,
  alertDetails.path,
  reports.path,
  sendReport.path,
  sentReports.path,
]
/** These select a client's machines only by the filter. */
const byFilter = [
  '/api/get_lookup_data2/:clientId/PROD/tool',
  '/api/get_lookup_data/:clientId/:machineId/PROD/product',
  '/api/get_lookup_data_values/:clientId/PROD/:field',
  '/api/admin/day-summary',
]
export const takesMachineId = (path: string) => !byFilter.includes(path)

/**
 * A request to a route, for one client and, where it takes one, for one machine. Where calls have one address,
 * the method says which of them.
 */
export function aimAtClient(
  path: string,
  clientId: unknown,
  machine = machineIn(clientId),
  method?: string,
): { readonly path: string; readonly ask: Ask } {
  const url = path
    .replace(':pageSize', '10')
    .replace(':clientId', String(clientId))
    .replace(':machineId', machine)
    .replace(':fileId', String(endedFile(clientId)))
    .replace(/(?<=\/hooks\/.*):id\b/, String(seededHook(clientId).id))
    // No alert has this number.
    .replace(/(?<=\/(alerts\/.*|help-call\/)):id\b/, '2000000000')
    // No report has this id.
    .replace(/(?<=\/reports\/.*):id\b/, '00000000-0000-4000-8000-000000000000')
    .replace(/:\w+/g, (name) => placeholders[name] ?? name)
  const bodies: Record<string, Ask> = {
    [machinesData.path]: { body: windowOf(clientId, ['FW-101', 'FW-511']) },
    [importRecipes.path]: { body: { csv: 'Product_e\nTried\n', dryRun: true } },
    [setProducts.path]: { method: 'PUT', body: { targets: [{ product: 'Tried', ppm: null }] } },
    [previewProducts.path]: {
      body: {
        targets: [{ product: 'Tried', ppm: 1, validFrom: '2020-01-01 00:00', reason: 'Tried' }],
      },
    },
    [setClientSettings.path]: {
      method: 'PUT',
      body: { settings: [{ kind: 'rules', value: 'revised' }] },
    },
    [previewClientSettings.path]: {
      body: {
        settings: [
          { kind: 'rules', value: 'revised', validFrom: '2020-01-01 00:00', reason: 'Tried' },
        ],
      },
    },
    [countName.path]: { body: { name: 'Nobody here' } },
    [eraseName.path]: { body: { name: 'Nobody here' } },
    [setShifts.path]: { method: 'PUT', body: { shifts: [] } },
    [setOperatorRows.path]: { method: 'PUT', body: { setting: 'notSet' } },
    [setOverviewArrangement.path]: {
      method: 'PUT',
      body: { grouping: null, order: [], favourites: [] },
    },
    [setHooks.path]: { method: 'PUT', body: { hooks: [seededHook(clientId)], mails: [] } },
    [setReports.path]: { method: 'PUT', body: { reports: [] } },
    [sendReport.path]: { body: { to: 'preview', report: anyReport } },
    [sendDelivery.path]: { method: 'POST' },
    [testHook.path]: { method: 'POST' },
    [setPlan.path]: { method: 'PUT', body: { weeks: [], exceptions: [] } },
    // Too large for its kind, so that no upload stays open.
    [addRecordFile.path]: { body: { name: 'Big.xlsx', bytes: 20_000_001 } },
    [addRecordFilePiece.path]: { method: 'PUT' },
    [lookAtRecordFile.path]: { body: {} },
    [startRecordFile.path]: { body: { mapping: anyMapping, dryRun: true } },
    [cancelRecordFile.path]: { method: 'POST' },
    [sendKeptAgain.path]: { body: {} },
    [importPlan.path]: { body: { csv: '', dryRun: true } },
    [previewPlan.path]: { body: { weeks: [], exceptions: [] } },
    [setLineFlow.path]: { method: 'PUT', body: { lines: [] } },
    [importLineFlow.path]: { body: { csv: '', dryRun: true } },
    [previewLineFlow.path]: { body: { lineName: 'Line 1', stations: [] } },
    [nameLineRoot.path]: { body: { machineId: machine, from: start, rootMachineId: null } },
    [setEarlierDefinition.path]: { method: 'PUT', body: { earlier: null } },
    [setReasons.path]: { method: 'PUT', body: { reasons: seededReasons(clientId) } },
    [labelStop.path]: { body: seededLabel(clientId, machine) },
    [setAlertRules.path]: { method: 'PUT', body: { rules: [] } },
    [backTestAlertRule.path]: { body: { rule: anyAlertRule, from: start, to: end } },
    [muteAlerts.path]: { body: { machineId: machine, until: end, reason: 'Tried' } },
    [acknowledgeAlert.path]: { method: 'POST' },
    [callForHelp.path]: { body: { machineId: machine } },
    [helpOnMyWay.path]: { method: 'POST' },
    [helpDone.path]: { method: 'POST' },
    [addShiftNote.path]: { body: { text: 'Tried' } },
    [handOverShift.path]: { body: { side: 'over', at: end } },
    [dayDetails.path]: {
      body: { clientId, ...dayWindow, Day: day, Machine: machine, Product: 'A', Tool: 'T' },
    },
  }
  const ofViews: Record<string, Ask> = {
    POST: { body: { name: 'Tried', address: '/admin/dashboard', isShared: false } },
    PUT: { method: 'PUT', body: { id: 2_000_000_000, name: 'Tried', isShared: false } },
    DELETE: { method: 'DELETE' },
  }
  // HEAD is GET without the body.
  const wanted = method === 'HEAD' ? 'GET' : method
  const row = clientRows.find(
    ({ call }) => call.path === path && (wanted === undefined || call.method === wanted),
  )
  const asksFilter = row?.call.method === 'GET' && !overviewPaths.includes(path)
  const query = new URLSearchParams({
    ...dayWindow,
    ...(path.includes(':clientId') ? {} : { clientId: String(clientId) }),
    ...(takesMachineId(path) ? { machineId: machine } : { machine }),
    ...(path.includes('/explain') ? { figure: 'packs' } : {}),
    ...(path === compare.path || path === compareTrend.path ? { by: 'machine' } : {}),
    ...(path === labelHistory.path ? { from: start, to: end } : {}),
  })
  if (path === savedViews.path) {
    return {
      path: wanted === 'DELETE' ? `${url}?id=2000000000` : url,
      ask: ofViews[wanted ?? ''] ?? {},
    }
  }
  const ofLine = [lineNow.path, lineStops.path, lineLosses.path].find((one) => one === path)
  if (ofLine !== undefined) {
    const window = ofLine === lineNow.path ? {} : { from: start, to: end }
    return { path: `${url}?${new URLSearchParams({ line: 'Line 1', ...window })}`, ask: {} }
  }
  return {
    path: asksFilter
      ? `${url}?${query}`
      : path === addRecordFilePiece.path
        ? `${url}?offset=0`
        : url,
    ask: wanted === 'GET' ? {} : (bodies[path] ?? {}),
  }
}

/** Reads an answer whole, without its own number; of a stream, its beginning. */
export async function reported(answer: Response): Promise<{ status: number; text: string }> {
  const { status } = answer
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return { status, text: (await answer.text()).replace(/"requestId":"[^"]*"/, '') }
  }
  const reader = answer.body?.getReader()
  const chunk = await reader?.read()
  await reader?.cancel()
  return { status, text: new TextDecoder().decode(chunk?.value) }
}
