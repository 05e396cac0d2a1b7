import type { ChartQuery } from '@packboard/contract'
import { type FilterWindow, filterPeriod } from '@packboard/model'
import { serverNow } from '../time/serverClock.ts'
import { everything, type ProductionFilter } from './filter.ts'
import { movedOn } from './presetWindow.ts'

/** The window of a filter as the calls take it; days and times are those of the zone that it names (D15). */
export function windowWire(filter: FilterWindow) {
  return {
    start_date: filter.startDate,
    end_date: filter.endDate,
    start_time: filter.startTime,
    end_time: filter.endTime,
    timezone: filter.zone,
  }
}

/** A filter as every chart, table and lookup takes it. */
export function filterWire(filter: ProductionFilter) {
  return {
    ...windowWire(filter),
    product: filter.product ?? everything,
    tool: filter.tool,
    recipe: filter.recipe,
    machine: filter.machine ?? everything,
  }
}

/** The question of a chart of one machine, or of all machines of a client that the filter keeps. */
export function chartQuery(
  clientId: number,
  serialNo: string | undefined,
  filter: ProductionFilter,
): ChartQuery {
  return { clientId, machineId: serialNo ?? everything, ...filterWire(filter) }
}

/** The question of a chart as of the instant of its figures. */
export function questionAsOf(
  clientId: number,
  serialNo: string | undefined,
  asOf: AsOf,
): ChartQuery {
  return { ...chartQuery(clientId, serialNo, asOf.filter), ...untilOf(asOf) }
}

/** Records of the last seconds are still on their way: figures of a running window end that long before now. */
const settleMs = 5_000
/** Everything that a page requests together gets the same instant. */
const gridMs = 5_000

/** What figures were requested for, and of which instant they are (D76). */
export type AsOf = {
  readonly filter: ProductionFilter
  /** The window reaches to now: the figures end here, and so does the explanation of each of them. */
  readonly until?: string
  /** The instant of the figures, shown as 'Last Updated Time'. */
  readonly at: string
}

/** The instant of figures that are requested now; a window that follows the clock is that of now. */
export function asOfNow(shown: ProductionFilter): AsOf {
  const now = serverNow()
  const filter = movedOn(shown, new Date(now))
  const settled = Math.floor((now - settleMs) / gridMs) * gridMs
  if (filterPeriod(filter).to.getTime() <= settled) {
    return { filter, at: new Date(now).toISOString() }
  }
  const until = new Date(settled).toISOString()
  return { filter, until, at: until }
}

/** The part of a question that names the instant. */
export const untilOf = ({ until }: { readonly until?: string | undefined }) =>
  until === undefined ? {} : { until }

/** The window and filter of a question as the address of a page with a filter bar. */
export function addressOfQuestion({
  clientId,
  machineId,
  ...question
}: ChartQuery): URLSearchParams {
  const { machine, product, tool } = question
  const chosen = { machine: machineId === everything ? machine : machineId, product, tool }
  return new URLSearchParams({
    ...{ client: String(clientId), zone: question.timezone },
    ...{ from: question.start_date, to: question.end_date },
    ...{ start: question.start_time, end: question.end_time },
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== everything)),
  })
}
