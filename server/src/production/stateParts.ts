import { AppError, type ClientScope } from '@packboard/model'
import {
  type Interval,
  type IntervalQuestion,
  intervals,
  isFiltered,
  stateStrip,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { limits } from '../http/limits.ts'

/** An uninterrupted time in one state. */
type StatePart = { readonly from: Date; readonly to: Date; readonly state: number }

const pageLimit = 1_000

/**
 * All intervals of a short window, page by page. A window of a day holds some thousands; one with more than a chart can
 * draw is refused (D83). Without what was recovered of gaps, which has no order.
 */
export async function allIntervals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: Omit<IntervalQuestion, 'after' | 'limit'>,
): Promise<Interval[]> {
  const found: Interval[] = []
  let after: string | null = null
  do {
    const page = await intervals(telemetry, scope, {
      ...{ ...question, recovered: false, after },
      limit: pageLimit,
    })
    for (const row of page.rows) found.push(row)
    if (found.length > limits.chartMarks) throw new AppError('answer.tooManyRows')
    after = page.next
  } while (after !== null)
  return found
}

/** The states of a machine in order, of a short window; a filter needs each interval to be looked at. */
export async function laneParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: Omit<IntervalQuestion, 'after' | 'limit'>,
): Promise<readonly StatePart[]> {
  if (isFiltered(question.filter)) {
    return stateParts(await allIntervals(telemetry, scope, question))
  }
  const parts = await stateStrip(telemetry, scope, question)
  if (parts.length > limits.chartMarks) throw new AppError('answer.tooManyRows')
  return parts
}

/** Neighbours of equal state as one part; what lies between parts is offline or filtered out. */
function stateParts(rows: readonly Interval[]): StatePart[] {
  const parts: { from: Date; to: Date; state: number }[] = []
  for (const { from, to, state, ms } of rows) {
    if (ms === 0) continue
    const last = parts.at(-1)
    if (last && last.state === state && last.to.getTime() === from.getTime()) last.to = to
    else parts.push({ from, to, state })
  }
  return parts
}
