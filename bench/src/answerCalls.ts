import {
  alarmChart,
  alarmGroupsPie,
  alarmInfo,
  alarmStatistics,
  auditTrail,
  daySummary,
  explain,
  machineStatusPie,
  machinesData,
  productsPie,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
  stopCauses,
  stopList,
  timeline,
  timelineLimits,
  valueLookup,
} from '@packboard/contract'

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
