import {
  type DayDetailsAnswer,
  type DayRow,
  type DaySummaryAnswer,
  dayDetails,
  daySummary,
} from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type AsOf, filterWire, untilOf, windowWire } from '../filter/filterWire.ts'
import { type Metrics, readMetrics } from '../kpis/metrics.ts'

/** One product with one tool on one machine on one day; times in seconds. */
export type SummaryDay = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly serialNo: string
  readonly product: string
  readonly tool: string
  readonly run: number
  readonly idle: number
  readonly packs: number
  /** Packs by run minutes; null without any run. */
  readonly meanPpm: number | null
}

/** What happened in that part of the day. */
export type DayDetails = {
  /** Beginnings of minutes, with the mean speed and the state that lasted longest. */
  readonly minutes: readonly {
    readonly at: Date
    readonly ppm: number | null
    readonly state: number
  }[]
  /** The machine entered another state. */
  readonly changes: readonly { readonly at: Date; readonly state: number }[]
  /** Seconds in each state, longest first. */
  readonly states: readonly { readonly name: string; readonly seconds: number }[]
}

/** The totals of a window and its days, the newest first. */
export type DaySummary = { readonly metrics: Metrics; readonly days: readonly SummaryDay[] }

function summaryOf({ metrics, groupedData }: DaySummaryAnswer): DaySummary {
  return { metrics: readMetrics(metrics), days: groupedData.map(summaryDay) }
}

function summaryDay(row: DayRow): SummaryDay {
  return {
    date: row.Day,
    serialNo: row.Machine,
    product: row.Product,
    tool: row.Tool,
    run: row['Run Time'],
    idle: row['Idle Time'],
    packs: row['Number of Packs Packed'],
    meanPpm: row['Average Packs Per Minute'],
  }
}

/** The fields that identify a row when its details are requested. */
function rowQuestion(day: SummaryDay): Pick<DayRow, 'Day' | 'Machine' | 'Product' | 'Tool'> {
  return { Day: day.date, Machine: day.serialNo, Product: day.product, Tool: day.tool }
}

function dayDetailsOf({ timeSeriesData, barChartData }: DayDetailsAnswer): DayDetails {
  const points = timeSeriesData.toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime())
  return {
    minutes: points
      .filter(({ isRecipeChange }) => !isRecipeChange)
      .map(({ timestamp, speed, recipe }) => ({ at: timestamp, ppm: speed, state: recipe })),
    changes: points
      .filter(({ isRecipeChange }) => isRecipeChange)
      .map(({ timestamp, recipe }) => ({ at: timestamp, state: recipe })),
    states: barChartData.map(({ x, y }) => ({ name: x, seconds: y })),
  }
}

export const daySummaryQueries = {
  summary: (clientId: number, filter: ProductionFilter, earlier?: AsOf | null) =>
    figureOptions({
      key: ['daySummary', 'summary', clientId],
      filter,
      earlier,
      ask: async (asOf, signal) => {
        const query = { clientId, ...filterWire(asOf.filter), ...untilOf(asOf) }
        const answer: DaySummaryAnswer = await call(daySummary, { query }, signal)
        return summaryOf(answer)
      },
    }),
  details: (clientId: number, asOf: AsOf, day: SummaryDay) =>
    queryOptions({
      queryKey: ['daySummary', 'details', clientId, asOf, day],
      queryFn: async ({ signal }) => {
        const body = { clientId, ...windowWire(asOf.filter), ...untilOf(asOf), ...rowQuestion(day) }
        return dayDetailsOf(await call(dayDetails, { body }, signal))
      },
    }),
}
