import { windowLimitDays } from '@packboard/contract'
import {
  type FilterWindow,
  filterPeriod,
  isDate,
  isEmptyPeriod,
  isTimeOfDay,
  isZone,
  type Period,
} from '@packboard/model'

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
