import {
  type AggregationInterval,
  alarmChart,
  alarmGroupsPie,
  all,
  auditTrail,
  machineStatusPie,
  productsPie,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
} from '@packboard/contract'
import { filterPeriod, overlayLimitSeconds, periodSeconds } from '@packboard/model'
import { call } from '../api/call.ts'
import type { ChartChange, LaneStep } from '../charts/packsData.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, questionAsOf } from '../filter/filterWire.ts'
import type { charts } from '../i18n/locales/en/charts.ts'
import { auditEntry, auditQuestion } from '../records/recordsWire.ts'

/** Seconds of one step, by its name on the wire (D27); days and their parts by their usual length. */
const stepSeconds: Record<AggregationInterval, number> = {
  'as-is': 60,
  '5 minutes': 300,
  '15 minutes': 900,
  '1 hour': 3_600,
  '6 hours': 21_600,
  '1 day': 86_400,
}

/** `per minute`, `1-hour mean`: the step in a chart's subtitle, as the key of its text. */
type StepName = keyof Pick<
  typeof charts,
  'perMinute' | 'meanOf5Minutes' | 'meanOf15Minutes' | 'meanOfHour' | 'meanOf6Hours' | 'meanOfDay'
>

const stepNames: Record<AggregationInterval, StepName> = {
  'as-is': 'perMinute',
  '5 minutes': 'meanOf5Minutes',
  '15 minutes': 'meanOf15Minutes',
  '1 hour': 'meanOfHour',
  '6 hours': 'meanOf6Hours',
  '1 day': 'meanOfDay',
}

/** Alarms, next machine and states exist on the chart only up to 24 hours. */
export function hasOverlays(filter: ProductionFilter): boolean {
  return periodSeconds(filterPeriod(filter)) <= overlayLimitSeconds
}

/** The axis has no future: a window is drawn up to the instant of its figures. */
function drawn({ filter, until }: AsOf) {
  const { from, to } = filterPeriod(filter)
  return { from, to: until ? new Date(Math.max(from.getTime(), Date.parse(until))) : to }
}

/** A question of one machine's page: its key, its request, and its answer in our terms; `isRequested` says for which windows. */
const ofMachine =
  <Value>(
    name: string,
    ask: (
      query: ReturnType<typeof questionAsOf>,
      signal: AbortSignal,
      asOf: AsOf,
    ) => Promise<Value>,
    isRequested: (filter: ProductionFilter) => boolean = () => true,
  ) =>
  (clientId: number, serialNo: string, filter: ProductionFilter, earlier?: AsOf | null) =>
    figureOptions({
      key: ['production', name, clientId, serialNo],
      filter,
      earlier,
      ask: (asOf, signal) => ask(questionAsOf(clientId, serialNo, asOf), signal, asOf),
      enabled: isRequested(filter),
    })

/** The figures of one machine's page, each with its key, its request and its answer in our terms. */
export const productionQueries = {
  machineStatus: ofMachine('machineStatus', async (query, signal) => {
    const { data } = await call(machineStatusPie, { query }, signal)
    return data.pieChunks.map(({ x, y }) => ({ name: x, value: y }))
  }),

  alarmGroups: ofMachine('alarmGroups', async (query, signal) => {
    const { data } = await call(alarmGroupsPie, { query }, signal)
    return data.pieChunks.map(({ x, y, seconds }) => ({ name: x, value: y, seconds }))
  }),

  products: ofMachine('products', async (query, signal) => {
    const { data } = await call(productsPie, { query }, signal)
    return data.pieChunks.map(({ x, y }) => ({ name: x, value: y }))
  }),

  speed: ofMachine('speed', async (query, signal, asOf) => {
    const { data, aggregationInterval } = await call(speedPerMinute, { query }, signal)
    return {
      steps: data.speed.map(({ x, y, min, max }) => ({ at: x, ppm: y, min, max })),
      nextMachine: data.nextMachine.map(({ x }) => x),
      stepSeconds: stepSeconds[aggregationInterval],
      stepName: stepNames[aggregationInterval],
      aggregated: aggregationInterval !== 'as-is',
      // The answer carries its own window, also while the next one is requested.
      filter: asOf.filter,
      ...drawn(asOf),
    }
  }),

  alarms: ofMachine(
    'alarms',
    async (query, signal) => {
      const { data } = await call(alarmChart, { query }, signal)
      return data.alarm.map(({ x, group, description }) => ({ at: x, group, description }))
    },
    hasOverlays,
  ),

  states: ofMachine(
    'states',
    async (query, signal) => {
      const { parts } = await call(stateLane, { query }, signal)
      return parts.map(({ from, to, code }) => ({ from, to, state: code }))
    },
    hasOverlays,
  ),

  stateTimes: ofMachine('stateTimes', async (query, signal) => {
    const { barChartData } = await call(stateBars, { query }, signal)
    return barChartData.map(({ x, y }) => ({ name: x, seconds: y }))
  }),
}

/** Changes that are marked on a chart: one page of the audit trail, the newest. */
const mostChanges = 200
/** A day of 25 hours is one step. */
const slack = 1.3

/** What the lanes beside the speed show. */
export const laneQueries = {
  totals: ofMachine('stepTotals', async (query, signal, asOf) => {
    const { steps, aggregationInterval } = await call(stepTotals, { query }, signal)
    const seconds = stepSeconds[aggregationInterval]
    const period = filterPeriod(asOf.filter)
    const end = asOf.until ? Date.parse(asOf.until) : period.to.getTime()
    return {
      steps: steps.map(({ x, ...step }, index): LaneStep => {
        const usual = x.getTime() + seconds * 1_000
        const next = steps[index + 1]?.x.getTime() ?? usual
        const whole = next <= x.getTime() + seconds * 1_000 * slack ? next : usual
        return {
          ...step,
          notScheduled: step.notScheduled ?? 0,
          at: new Date(Math.max(x.getTime(), period.from.getTime())),
          to: new Date(Math.max(period.from.getTime() + 1, Math.min(whole, end))),
        }
      }),
      stepSeconds: seconds,
      stepName: stepNames[aggregationInterval],
    }
  }),

  changes: (clientId: number, serialNo: string, filter: ProductionFilter) =>
    figureOptions({
      key: ['production', 'changes', clientId, serialNo],
      filter,
      ask: async (asOf, signal) => {
        const query = auditQuestion({
          ...{ clientId, machineId: serialNo, window: asOf.filter },
          ...{ group: all, description: all },
        })
        const params = { page: 1, pageSize: mostChanges }
        const { auditData, count } = await call(auditTrail, { params, query }, signal)
        const marked = auditData.map(auditEntry).map(
          ({ at, userGroup, description, before, after }): ChartChange => ({
            ...{ at, description, before, after },
            who: userGroup,
          }),
        )
        return { marked, count }
      },
    }),
}
