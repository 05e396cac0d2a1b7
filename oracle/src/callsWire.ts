import { bookCalls } from './bookWire.ts'
import {
  type Answer,
  at,
  type Call,
  inAnyOrder,
  type Json,
  list,
  plainCall,
  type Query,
  rises,
} from './callWire.ts'
import { Chance } from './chance.ts'
import {
  alarmChart,
  alarmGroupsPie,
  machineStatusPie,
  productsPie,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
  timelineTimes,
} from './chartsWire.ts'
import { compareOverTimeCalls } from './compareOverTimeWire.ts'
import { compareCalls } from './compareWire.ts'
import {
  changesOf,
  dayBars,
  dayRows,
  dayScope,
  daySummary,
  metrics,
  minutesOf,
} from './daysWire.ts'
import { explainCalls } from './explainWire.ts'
import { lossCalls } from './lossesWire.ts'
import { changeCalls, lookup, overviewCall } from './otherCallsWire.ts'
import { lengthOf, type Requested, type Scope, scopeOf } from './referenceFilter.ts'
import type { KnownPlant } from './referencePlant.ts'
import { shiftPageCalls } from './shiftPageWire.ts'
import { scopeBefore } from './shiftsWire.ts'
import { stopCalls, stopCauses } from './stopsWire.ts'
import {
  alarmDescriptions,
  alarmGroups,
  alarmRows,
  alarmStatistics,
  auditDescriptions,
  auditGroups,
  auditRows,
  type TableAsk,
} from './tablesWire.ts'

const day = 86_400_000

/** Every call that the screens make, for one question (specification §7). */
export function callsOf(options: {
  readonly plant: KnownPlant
  readonly clientId: number
  readonly requested: Requested
  readonly now: number
  readonly seed: number
  /** The ids of the labels of the plant in the order of their places. */
  readonly labelIds: readonly number[]
}): Call[] {
  const { plant, clientId, requested, now, seed, labelIds } = options
  const chance = new Chance(seed + 7)
  const scope = scopeOf(plant, requested, now)
  const window = {
    start_date: requested.startDate,
    start_time: requested.startTime,
    end_date: requested.endDate,
    end_time: requested.endTime,
    timezone: requested.zone,
  }
  const { product, tool, recipe, machine, machineId } = requested
  const filter = { ...window, product, tool, recipe, machine }
  const chart = { ...filter, clientId, machineId }
  const earlier = scopeBefore(scope, requested)
  const ofClient = scopeOf(plant, { ...requested, machineId: 'All' }, now)
  const ofAll = scopeOf(plant, { ...requested, machineId: 'All', machine: 'All' }, now)
  const ofOne = chance.one(plant.machines).serialNo
  const lookups = `get_lookup_data_values/${clientId}/PROD`
  const calls: Call[] = [
    plainCall('tools', `get_lookup_data2/${clientId}/PROD/tool`, filter, lookup(ofClient, 'tool')),
    plainCall(
      'products of one machine',
      `get_lookup_data/${clientId}/${ofOne}/PROD/product`,
      filter,
      lookup(scopeOf(plant, { ...requested, machineId: ofOne }, now), 'product'),
    ),
    plainCall('values: product', `${lookups}/product`, filter, lookup(ofClient, 'product')),
    plainCall('values: tool', `${lookups}/tool`, filter, lookup(ofClient, 'tool')),
    plainCall('values: machine', `${lookups}/machine`, filter, lookup(ofAll, 'machine')),
    plainCall(
      'products pie',
      'production_chart_data/products_pie_chart',
      chart,
      productsPie(scope),
    ),
    plainCall('status pie', 'production_chart_data/idle_run_alarm', chart, machineStatusPie(scope)),
    plainCall('alarm groups', 'alarm_pie_chart_data/groups', chart, alarmGroupsPie(scope)),
    plainCall('alarm statistics', 'admin/alarm-statistics', chart, alarmStatistics(scope)),
    plainCall('state bars', 'admin/machine-state-bar-chart', chart, stateBars(scope)),
    plainCall('stop causes', 'admin/stop-causes', chart, stopCauses(scope)),
    speedCall(chart, scope),
    alarmChartCall(chart, scope),
    ...tableCalls(
      { clientId, machineId, ...window },
      scopeOf(plant, plainOf(requested), now),
      chance,
    ),
    ...dayCalls({ plant, clientId, requested, now, chance, filter, window }),
    plainCall('step totals', 'admin/step-totals', chart, stepTotals(scope)),
    ...explainCalls(chart, scope, now, chance),
    ...stopCalls(chart, scope, labelIds, chance),
    ...bookCalls(chart, scope, labelIds, chance),
    ...changeCalls({ clientId, ...window }, scopeOf(plant, plainOf(requested), now), chance),
    ...compareCalls(chart, scope, earlier),
    ...lossCalls(chart, scope, earlier),
    ...compareOverTimeCalls(chart, scope, earlier, new Chance(seed + 11)),
    overviewCall(plant, clientId, now),
    ...shiftPageCalls(clientId, ofAll, new Chance(seed + 13)),
  ]
  if (lengthOf(ofAll.span) <= 31 * day) {
    calls.push({
      name: 'timeline',
      expected: inAnyOrder(timelineTimes(ofAll)),
      // Few columns: short times share a piece, and none may be lost.
      ask: async (endpoint) => {
        const { body } = await endpoint('admin/timeline', { clientId, ...window, columns: 50 })
        const from = Date.parse(String(at(body, 'from')))
        return Number.isNaN(from) ? body : inAnyOrder(list(at(body, 'lanes')).map(timesOfLane))
      },
    })
  }
  if (scope.machines.length === 1) {
    calls.push(plainCall('state lane', 'admin/state-lane', chart, stateLane(scope)))
  }
  return calls
}

/** The tables of records know window and machine, and nothing of product, tool and state. */
const plainOf = (requested: Requested): Requested => ({
  ...requested,
  product: 'All',
  tool: 'All',
  recipe: 'All',
  machine: 'All',
})

function speedCall(chart: Query, scope: Scope): Call {
  const { data, aggregationInterval } = speedPerMinute(scope)
  return {
    name: 'speed',
    expected: {
      status: 200,
      aggregationInterval,
      speed: data.speed,
      nextMachine: inAnyOrder(data.nextMachine),
      inOrder: true,
    },
    async ask(endpoint) {
      const { status, body } = await endpoint('prod_chart_data/speed_per_min', chart)
      const nextMachine = list(at(body, 'data', 'nextMachine'))
      return {
        status,
        aggregationInterval: at(body, 'aggregationInterval'),
        speed: at(body, 'data', 'speed'),
        nextMachine: inAnyOrder(nextMachine),
        inOrder: rises(nextMachine, 'x'),
      }
    },
  }
}

function alarmChartCall(chart: Query, scope: Scope): Call {
  const tooLong = lengthOf(scope.span) > day
  return {
    name: 'alarm chart',
    expected: tooLong
      ? { status: 400 }
      : { status: 200, alarm: inAnyOrder(alarmChart(scope).data.alarm), inOrder: true },
    async ask(endpoint) {
      const { status, body } = await endpoint('alarm_chart_data', chart)
      const alarm = list(at(body, 'data', 'alarm'))
      return { status, alarm: inAnyOrder(alarm), inOrder: rises(alarm, 'x') }
    },
  }
}

/** All pages of a table, one after the other. */
function pagesCall(options: {
  readonly name: string
  readonly path: string
  readonly query: Query
  readonly field: string
  readonly pageSize: number
  readonly rows: readonly unknown[]
  readonly beside?: Json
}): Call {
  const { name, path, query, field, pageSize, rows, beside = {} } = options
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  return {
    name,
    expected: {
      statuses: Array.from({ length: pages + 1 }, () => 200),
      count: rows.length,
      sizes: Array.from({ length: pages + 1 }, (_, page) =>
        Math.max(0, Math.min(pageSize, rows.length - page * pageSize)),
      ),
      rows: inAnyOrder(rows),
      inOrder: true,
      ...beside,
    },
    async ask(endpoint) {
      const answers: Answer[] = []
      // One more than there are: it is empty.
      for (let page = 1; page <= pages + 1; page++) {
        answers.push(await endpoint(`${path}/${page}/${pageSize}`, query))
      }
      const parts = answers.map(({ body }) => list(at(body, field)))
      const [first] = answers
      return {
        statuses: answers.map(({ status }) => status),
        count: at(first?.body, 'count'),
        sizes: parts.map((part) => part.length),
        rows: inAnyOrder(parts.flat()),
        inOrder: rises(parts.flat(), 'TIMESTAMP', true),
        ...Object.fromEntries(Object.keys(beside).map((key) => [key, at(first?.body, key)])),
      }
    },
  }
}

function tableCalls(window: Query, { machines, span }: Scope, chance: Chance): Call[] {
  const audits = machines.flatMap((machine) => machine.audits)
  const alarms = machines.flatMap((machine) => machine.alarms)
  const some = (values: readonly string[]) =>
    chance.percent(60) || values.length === 0 ? 'All' : chance.one([...values, ...values, 'Absent'])
  const audit: TableAsk = {
    ...{ machines, span, group: some(audits.map(({ userGroup }) => userGroup)) },
    description: some(audits.map(({ description }) => description)),
  }
  const alarm: TableAsk = {
    ...{ machines, span, group: some(alarms.map(({ group }) => group)) },
    description: some(alarms.map(({ description }) => description)),
  }
  const auditQuery = { ...window, User_Group: audit.group, description: audit.description }
  const pageSize = () => chance.one([1, 10, 10, 25, 200])
  const enough = (rows: readonly unknown[]) => Math.max(pageSize(), Math.ceil(rows.length / 4))
  const auditPage = auditRows(audit)
  const alarmPage = alarmRows(alarm)
  return [
    pagesCall({
      name: 'audit trail',
      path: 'audit_trail_data',
      query: auditQuery,
      field: 'auditData',
      pageSize: enough(auditPage),
      rows: auditPage,
    }),
    plainCall('audit groups', 'audit_trail_data_groups', auditQuery, {
      userGroups: auditGroups(audit),
    }),
    plainCall('audit descriptions', 'audit_trail_data_descriptions', auditQuery, {
      descriptions: auditDescriptions(audit),
    }),
    pagesCall({
      name: 'alarm info',
      path: 'alarm_info',
      query: { ...window, group: alarm.group, description: alarm.description },
      field: 'alarmData',
      pageSize: enough(alarmPage),
      rows: alarmPage,
      beside: { groups: alarmGroups(alarm), descriptions: alarmDescriptions(alarm) },
    }),
  ]
}

function dayCalls(options: {
  readonly plant: KnownPlant
  readonly clientId: number
  readonly requested: Requested
  readonly now: number
  readonly chance: Chance
  readonly filter: Query
  readonly window: Query
}): Call[] {
  const { plant, clientId, requested, now, chance, filter, window } = options
  const own = plant.machines.some(({ serialNo }) => serialNo === requested.machine)
  const machine = own ? requested.machine : requested.machineId
  const scope = scopeOf(plant, { ...requested, machine, machineId: 'All' }, now)
  const allowed = plant.premium || machine !== 'All'
  const calls: Call[] = [
    {
      name: 'metrics alone',
      expected: allowed
        ? { status: 200, body: { metrics: metrics(scope), groupedData: [], tableData: [] } }
        : { status: 403 },
      ask: (endpoint) =>
        endpoint('admin/day-summary', { ...filter, clientId, machine, days: 'no' }),
    },
    {
      name: 'day summary',
      expected: allowed ? { status: 200, body: daySummary(scope) } : { status: 403 },
      ask: (endpoint) => endpoint('admin/day-summary', { ...filter, clientId, machine }),
    },
  ]
  if (allowed) calls.push(sumsCall({ ...window, clientId, machine }))
  const rows = dayRows({ ...scope, filter: {} })
  if (rows.length === 0) return calls
  const { Day, Machine, Product, Tool } = chance.one(rows)
  const row = { Day, Machine, Product, Tool }
  const details = dayScope(scope, row)
  const minutes = minutesOf(details)
  calls.push({
    name: 'day details',
    expected: plant.premium
      ? {
          status: 200,
          bars: dayBars(details),
          minutes: minutes.map(({ timestamp, speed }) => ({ timestamp, speed })),
          longest: minutes.map(() => true),
          changes: changesOf(details),
          inOrder: true,
        }
      : { status: 403 },
    async ask(endpoint) {
      const path = 'admin/day-summary-modal-data'
      const { status, body } = await endpoint(path, {}, { clientId, ...window, ...row })
      const points = list(at(body, 'timeSeriesData'))
      const minute = points.filter((point) => at(point, 'isRecipeChange') === false)
      return {
        status,
        bars: at(body, 'barChartData'),
        minutes: minute.map((one) => ({
          timestamp: at(one, 'timestamp'),
          speed: at(one, 'speed'),
        })),
        longest: minute.map((one, index) =>
          minutes[index]?.states.some((state) => state === at(one, 'recipe')),
        ),
        changes: points
          .filter((point) => at(point, 'isRecipeChange') === true)
          .map((one) => ({
            timestamp: at(one, 'timestamp'),
            speed: at(one, 'speed'),
            recipe: at(one, 'recipe'),
          })),
        inOrder: rises(points, 'timestamp'),
      }
    },
  })
  return calls
}

/** D12, D72: the times of an answer are its window to the ms, and so are planned, not planned and closed. */
function sumsCall(query: Query): Call {
  const seconds = (body: unknown, ...keys: string[]) =>
    Math.round(1_000 * keys.reduce((sum, key) => sum + Number(at(body, key)), 0))
  return {
    name: 'sums',
    expected: { status: 200, times: 0, kinds: 0 },
    async ask(endpoint) {
      const { status, body } = await endpoint('admin/day-summary', query)
      const metrics = at(body, 'metrics')
      const window = seconds(metrics, 'windowSeconds')
      const observed = seconds(
        metrics,
        ...['Run Time Total', 'Idle Time Total', 'alarmSeconds', 'ancillarySeconds'],
        ...['unknownSeconds', 'offlineSeconds'],
      )
      const plan = at(metrics, 'plan') ?? { plannedSeconds: window / 1_000 }
      const rest = at(metrics, 'plan') === undefined ? [] : ['notPlannedSeconds', 'closedSeconds']
      const kinds = seconds(plan, 'plannedSeconds', ...rest)
      return { status, times: observed - window, kinds: kinds - window }
    },
  }
}

/** The ms in each state of a lane, of pieces [begin, end, state] and [begin, end, worst, state, ms, …]. */
function timesOfLane(lane: unknown) {
  const times: Record<string, number> = {}
  for (const piece of list(at(lane, 'pieces'))) {
    const [, length = 0, state = 0, ...more] = list(piece).map(Number)
    const parts = more.length > 0 ? [state, ...more] : [state, length]
    for (let index = 0; index < parts.length; index += 2) {
      const state = parts[index] ?? 0
      times[state] = (times[state] ?? 0) + (parts[index + 1] ?? 0)
    }
  }
  const closed = list(at(lane, 'closed')).map((span) => list(span).map(Number))
  const closedMs = closed.reduce((sum, [begin = 0, end = 0]) => sum + end - begin, 0)
  return {
    ...{ machineId: at(lane, 'machineId'), times, closedMs },
    ...{ target: at(lane, 'targetPpm'), end: at(lane, 'end') },
  }
}
