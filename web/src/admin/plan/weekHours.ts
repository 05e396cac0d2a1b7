import {
  type PlanEntry,
  plannedSpans,
  planOfLine,
  type SpanSeconds,
  spanSeconds,
} from '@packboard/model'

// The year 2024 began on a Monday.
const monday = '2024-01-01'
const from = Date.parse(`${monday}T00:00:00Z`)
const dayMs = 86_400_000

/** How many seconds of a week are for what, on clocks that are not changed in it. */
export function weekSeconds(entries: readonly PlanEntry[]): SpanSeconds {
  const plan = { weeks: [{ line: null, validFrom: monday, entries }], exceptions: [] }
  return spanSeconds(plannedSpans(planOfLine(plan, null), from, from + 7 * dayMs, 'UTC'))
}

/** The same of one day; Monday is 1. */
export function daySeconds(entries: readonly PlanEntry[], weekday: number): SpanSeconds {
  const plan = { weeks: [{ line: null, validFrom: monday, entries }], exceptions: [] }
  const start = from + (weekday - 1) * dayMs
  return spanSeconds(plannedSpans(planOfLine(plan, null), start, start + dayMs, 'UTC'))
}
