import { AppError, type FilterWindow, type Period } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import { contextFilterOf } from './contextFilterOf.ts'
import { windowOf } from './windowOf.ts'

type WindowQuery = {
  readonly start_date: string
  readonly end_date: string
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
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

/** An error that names the field and its fault (D30). */
export function refused(field: string, message: string): AppError {
  return new AppError('request.invalid', { message, fields: [{ field, message }] })
}

/** The window of a query, up to the present; 400 for one that cannot be answered. */
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

/** The context filter of a query; undefined when nothing can match it. */
export function requestedContext({
  product,
  tool,
  recipe,
}: ContextQuery): ContextFilter | undefined {
  return contextFilterOf({ product, tool, cause: recipe })
}
