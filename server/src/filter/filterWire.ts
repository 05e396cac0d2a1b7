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
  type MachineState,
  machineStates,
  type Period,
} from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'

/** The one place where the filter of a query is read: its window, its context and its machines. */

type WindowQuery = {
  readonly start_date: string
  readonly end_date: string
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
}

type ContextQuery = { readonly product: string; readonly tool: string; readonly recipe: string }

/** What the parts of a window are called on the wire, for a refusal that names the field. */
const fieldOf: Record<keyof FilterWindow, string> = {
  startDate: 'start_date',
  endDate: 'end_date',
  startTime: 'start_time',
  endTime: 'end_time',
  zone: 'timezone',
}

/** A refusal that names the field and says what is wrong with it (D30). */
export function refused(field: string, message: string): AppError {
  return new AppError('request.invalid', { message, fields: [{ field, message }] })
}

/** The window that a query asks for, up to the present; 400 for one that cannot be answered. */
export function requestedPeriod(query: WindowQuery, now: number): Period {
  const answer = windowOf(
    {
      startDate: query.start_date,
      endDate: query.end_date,
      startTime: query.start_time,
      endTime: query.end_time,
      zone: query.timezone,
    },
    now,
  )
  if ('sentence' in answer) throw refused(fieldOf[answer.at], answer.sentence)
  return answer
}

/** The context that a query keeps; undefined when nothing can have it. */
export function requestedContext({
  product,
  tool,
  recipe,
}: ContextQuery): ContextFilter | undefined {
  return contextFilterOf({ product, tool, cause: recipe })
}

/** What is wrong with an asked window, in a sentence for a person, and with which part of it. */
type WindowProblem = { readonly at: keyof FilterWindow; readonly sentence: string }

const dayMs = 86_400_000
const firstDay = '1980-01-01'

/**
 * The stretch of time that a filter means (D16), up to the present: what is still to come is part of no figure. An end
 * that is not after the start, or a start that is still to come, gives an empty period.
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
  // No machine spoke before; further back zones differ by seconds from UTC and the store's calendar ends.
  if (startDate < firstDay) return problem('startDate', `The first day is ${firstDay}.`)
  return undefined
}

const problem = (at: keyof FilterWindow, sentence: string): WindowProblem => ({ at, sentence })

/** Filters nothing (D17); what was never told is empty and is met by it alone. */
export const all = 'All'

/** What the selects of a filter bar say. */
type Choices = { readonly product: string; readonly tool: string; readonly cause: string }

/**
 * The context that choices keep (D17). The third one is the code or the name of a state of the list, or else an alarm
 * group, which keeps the stops that it caused (D18). An empty text chooses nothing that there is: undefined.
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
 * The machines of a scope that a call means. One that is named as the object of the call must be there: of another
 * client, deleted or never built, it is not found (D35). One that is chosen in the filter only narrows.
 */
export function selectMachines(
  inScope: readonly ClientMachine[],
  { machineId = all, machine = all }: { machineId?: string; machine?: string },
): ClientMachine[] {
  const named = inScope.filter(({ serialNo }) => machineId === all || serialNo === machineId)
  if (machineId !== all && named.length === 0) throw new AppError('machine.notFound')
  return named.filter(({ serialNo }) => machine === all || serialNo === machine)
}
