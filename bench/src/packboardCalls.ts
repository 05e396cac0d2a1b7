import { type IncomingMessage, request } from 'node:http'
import {
  alarmChart,
  alarmGroupsPie,
  alarmInfo,
  alarmStatistics,
  auditTrail,
  daySummary,
  explain,
  ingestRecords,
  machineStatusPie,
  machinesData,
  managedMachines,
  productsPie,
  session,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
  stopCauses,
  stopList,
  timeline,
  timelineLimits,
  updateConnection,
  valueLookup,
} from '@packboard/contract'

/** Sends records of one machine; refused or failed is an error. */
export async function ingest(url: string, serialNo: string, records: object[]) {
  const answer = await fetch(url + ingestRecords.path, {
    method: 'POST',
    headers: { 'x-access-token': `${serialNo}:packboard`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${serialNo}: ${answer.status}`)
}

/** The token of a demo account. */
export async function signIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'packboard' }),
  })
  return session.parse(await answer.json()).accessToken
}

/** The number of a machine in the addresses of the panel. */
export async function numberOfMachine(url: string, token: string, serialNo: string) {
  const listed = await fetch(url + managedMachines.path, { headers: { 'x-access-token': token } })
  const { machines } = managedMachines.answer.parse(await listed.json())
  const row = machines.find(({ machineId }) => machineId === serialNo)
  if (!row) throw new Error(`There is no machine ${serialNo}`)
  return row.id
}

/** Sets how a machine sends. */
export async function connectMachine(url: string, token: string, serialNo: string, body: object) {
  const id = await numberOfMachine(url, token, serialNo)
  const answer = await fetch(url + updateConnection.path.replace(':id', String(id)), {
    method: updateConnection.method,
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${serialNo}: ${answer.status} ${await answer.text()}`)
}

export type Call = { readonly path: string; readonly body?: object }

type Window = {
  readonly clientId: number
  readonly serialNos: readonly string[]
  readonly from: Date
  readonly until: Date
}

const dayMs = 86_400_000

/** How the calls of a window are made. */
function callsOf({ clientId, serialNos, from, until }: Window) {
  const [only = 'All', ...others] = serialNos
  const machine = others.length > 0 ? 'All' : only
  const query = new URLSearchParams({
    ...{ clientId: String(clientId), machineId: machine, machine, timezone: 'Europe/London' },
    ...{ start_date: local(from).slice(0, 10), start_time: local(from).slice(11) },
    ...{ end_date: local(until).slice(0, 10), until: until.toISOString() },
  })
  const get = (path: string, more: Record<string, string> = {}): Call => ({
    path: `${path}?${query}&${new URLSearchParams(more)}`,
  })
  const values = (field: string) =>
    get(valueLookup.path.replace(':clientId', String(clientId)).replace(':field', field))
  return { machine, get, values }
}

/** What the production page of one machine requests of a window of up to 24 hours. */
export function productionPageCalls(window: Window): Record<string, Call> {
  const { get, values } = callsOf(window)
  return {
    metrics: get(daySummary.path, { days: 'no' }),
    'idle, run, alarm': get(machineStatusPie.path),
    products: get(productsPie.path),
    'alarm groups': get(alarmGroupsPie.path),
    states: get(stateBars.path),
    'stop causes': get(stopCauses.path),
    speed: get(speedPerMinute.path),
    'state lane': get(stateLane.path),
    alarms: get(alarmChart.path),
    steps: get(stepTotals.path),
    'marked changes': get(auditTrail.path.replace(':page/:pageSize', '1/200')),
    'products of the filter': values('product'),
    'tools of the filter': values('tool'),
  }
}

/** The telemetry calls of the specification over a window. */
export function telemetryCalls(window: Window): Record<string, Call> {
  const { clientId, serialNos, from, until } = window
  const { machine, get, values } = callsOf(window)
  const cards = (start: Date, initialReq: 'yes' | 'no'): Call => ({
    path: machinesData.path,
    body: {
      // A shift or a day begins with a minute.
      start_date: new Date(Math.floor(start.getTime() / 60_000) * 60_000).toISOString(),
      end_date: until.toISOString(),
      ...{ clientId, initialReq, machinesIdArray: serialNos },
    },
  })
  const isDay = until.getTime() - from.getTime() <= dayMs
  const isTimeline = until.getTime() - from.getTime() <= timelineLimits.days * dayMs
  return {
    'idle, run, alarm': get(machineStatusPie.path),
    products: get(productsPie.path),
    'alarm groups': get(alarmGroupsPie.path),
    states: get(stateBars.path),
    'stop causes': get(stopCauses.path),
    stops: get(stopList.path),
    'day summary': get(daySummary.path),
    'explain OEEE': get(explain.path, { figure: 'oeee' }),
    'products of the filter': values('product'),
    'alarm statistics': get(alarmStatistics.path),
    'page of alarms': get(alarmInfo.path.replace(':page/:pageSize', '1/10')),
    'page of changes': get(auditTrail.path.replace(':page/:pageSize', '1/10')),
    ...(isTimeline && machine === 'All' && { timeline: get(timeline.path) }),
    ...(machine !== 'All' && { speed: get(speedPerMinute.path) }),
    ...(isDay && machine !== 'All' && { 'state lane': get(stateLane.path) }),
    ...(isDay && machine !== 'All' && { alarms: get(alarmChart.path) }),
    ...(isDay && { 'overview totals': cards(from, 'yes') }),
    ...(isDay && { 'overview increments': cards(new Date(until.getTime() - 30_000), 'no') }),
  }
}

/** `2026-11-23 06:13` in London. */
function local(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Europe/London' }).slice(0, 16)
}

/** Makes a call as a browser does: how long it took, ms, and the bytes of its body as they travelled. */
export function timedCall(
  url: string,
  token: string,
  { path, body }: Call,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const call = request(
      url + path,
      {
        method: body ? 'POST' : 'GET',
        headers: {
          ...{ 'x-access-token': token, 'accept-encoding': 'gzip, br' },
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve({ ms: performance.now() - begin, bytes })
          else reject(new Error(`${path}: ${answer.statusCode}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })
}

/** Takes each whole line of an answer that goes on. */
export function eachLine(answer: IncomingMessage, take: (line: string) => void) {
  let rest = ''
  answer.on('error', () => undefined)
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}
