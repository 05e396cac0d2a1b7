import { windowLimitDays } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  AppError,
  type FilterWindow,
  filterPeriod,
  isDate,
  isEmptyPeriod,
  isTimeOfDay,
  isZone,
  kioskLimits,
  type MachineState,
  machineStates,
  type Period,
  refusedField,
} from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import type { Viewer } from '../access/actor.ts'

/** The only parser of the filter of a query: its window, its context and its machines. */

type WindowQuery = {
  readonly start_date: string
  readonly end_date: string
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly until?: string | undefined
}

type ContextQuery = { readonly product: string; readonly tool: string; readonly recipe: string }

/** The wire names of the parts of a window, for an error that names the field. */
const fieldOf: Record<keyof FilterWindow, string> = {
  startDate: 'start_date',
  endDate: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  zone: 'timezone',
}

/** The window is longer than the question can be answered for. */
export const tooLong = (message: string) => refusedField(fieldOf.startDate, message)

/** The present of an answer: now, or the instant before it that the query names (D76). */
export function presentOf({ until }: Pick<WindowQuery, 'until'>, now: number): number {
  return until === undefined ? now : Math.min(now, Date.parse(until))
}

/** Windows begin with a minute, and the clock of a tablet may be slow. */
const toleranceMs = 10 * 60_000

/** A tablet with a link reads the last day: what is older it may not name. 400 names the field. */
export function demandRecent(
  viewer: Viewer,
  { from }: Pick<Period, 'from'>,
  now: number,
  field = fieldOf.startDate,
): void {
  if (!('kioskId' in viewer)) return
  if (from.getTime() >= now - kioskLimits.hours * 3_600_000 - toleranceMs) return
  throw refusedField(field, `A link reads the last ${kioskLimits.hours} hours.`)
}

/** The window of a query as the filter bar holds it. */
export const requestedWindow = (query: WindowQuery): FilterWindow => ({
  startDate: query.start_date,
  endDate: query.end_date,
  startTime: query.start_time,
  endTime: query.end_time,
  zone: query.timezone,
})

/** Such a window in the words of a query. */
export const windowQuery = ({ startDate, endDate, startTime, endTime }: FilterWindow) => ({
  ...{ start_date: startDate, end_date: endDate, start_time: startTime, end_time: endTime },
})

/** The window of a query, up to its present; 400 for one that cannot be answered. */
export function requestedPeriod(query: WindowQuery, now: number): Period {
  const answer = windowOf(requestedWindow(query), presentOf(query, now))
  if ('sentence' in answer) throw refusedField(fieldOf[answer.at], answer.sentence)
  return answer
}

/** The context filter of a query; undefined when nothing can match it. */
export function requestedContext({
  product,
  tool,
  recipe,
}: ContextQuery): ContextFilter | undefined {
  return contextFilterOf({ product, tool, cause: recipe })
}

/** The fault of a requested window as a sentence for a person, and the part that has it. */
type WindowProblem = { readonly at: keyof FilterWindow; readonly sentence: string }

const dayMs = 86_400_000
const firstDay = '1980-01-01'

/**
 * The period of a filter (D16), up to the present: the future is part of no figure. An end that is not after the start,
 * or a start in the future, gives an empty period.
 */
export function windowOf(filter: FilterWindow, now: number): Period | WindowProblem {
  const problem = unreadable(filter)
  if (problem) return problem
  const requested = filterPeriod(filter)
  if (requested.to.getTime() - requested.from.getTime() > windowLimitDays * dayMs) {
    return { at: 'startDate', sentence: `A window is at most 3 years (${windowLimitDays} days).` }
  }
  const to = new Date(Math.min(requested.to.getTime(), Math.floor(now)))
  return isEmptyPeriod({ from: requested.from, to })
    ? { from: requested.from, to: requested.from }
    : { from: requested.from, to }
}

function unreadable({ startDate, endDate, startTime, endTime, zone }: FilterWindow) {
  if (!isZone(zone)) return problem('zone', 'This time zone is not known.')
  if (!isDate(startDate)) return problem('startDate', 'This day does not exist.')
  if (!isDate(endDate)) return problem('endDate', 'This day does not exist.')
  if (!isTimeOfDay(startTime)) return problem('startTime', 'This time of day does not exist.')
  if (!isTimeOfDay(endTime)) return problem('endTime', 'This time of day does not exist.')
  // No machine sent records before; further back zones differ by seconds from UTC and the store's calendar ends.
  if (startDate < firstDay) return problem('startDate', `The first day is ${firstDay}.`)
  return undefined
}

const problem = (at: keyof FilterWindow, sentence: string): WindowProblem => ({ at, sentence })

/** Filters nothing (D17); a value that was never reported is empty and matches only this. */
export const all = 'All'

/** The values of the selects of a filter bar. */
type Choices = { readonly product: string; readonly tool: string; readonly cause: string }

/**
 * The context filter of the choices (D17). The third one is the code or the name of a state of the list, or else an
 * alarm group, which keeps the stops that it caused (D18). An empty text matches no existing value: undefined.
 */
export function contextFilterOf(
  { product, tool, cause }: Choices,
  states: readonly MachineState[] = machineStates,
): ContextFilter | undefined {
  if ([product, tool, cause].includes('')) return undefined
  return {
    ...(product === all ? {} : { product }),
    ...(tool === all ? {} : { tool }),
    ...(cause === all ? {} : stateOrGroup(cause, states)),
  }
}

function stateOrGroup(cause: string, states: readonly MachineState[]): ContextFilter {
  const code = /^\d+$/.test(cause) ? Number(cause) : undefined
  const state = states.find((each) => each.code === code || each.name === cause)
  return state === undefined ? { causeGroup: cause } : { state: state.code }
}

/**
 * The machines of a scope that a call selects. One that is named as the object of the call must exist: if it belongs to
 * another client, is deleted or never existed, it is not found (D35). One that is chosen in the filter only narrows.
 */
export function selectMachines(
  inScope: readonly ClientMachine[],
  { machineId = all, machine = all }: { machineId?: string; machine?: string },
): ClientMachine[] {
  const named = inScope.filter(({ serialNo }) => machineId === all || serialNo === machineId)
  if (machineId !== all && named.length === 0) throw new AppError('machine.notFound')
  return named.filter(({ serialNo }) => machine === all || serialNo === machine)
}
