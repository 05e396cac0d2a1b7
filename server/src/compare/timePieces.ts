import type { CompareBy } from '@packboard/contract'
import { type Management, shiftsOfClient } from '@packboard/management'
import {
  AppError,
  addDays,
  type ClientScope,
  cutIntoDays,
  type Period,
  shiftsIn,
  wallTime,
} from '@packboard/model'
import { limits } from '../http/limits.ts'

/** A part of a window, and the row that it belongs to. */
export type TimePiece = { readonly key: string; readonly period: Period }

type TimeBy = Extract<CompareBy, 'shift' | 'day' | 'week'>
export const isTimeBy = (by: CompareBy): by is TimeBy =>
  by === 'shift' || by === 'day' || by === 'week'

/** A window without gap in pieces: days and weeks of its zone, or the shifts of the client. A client without shifts has none. */
export async function timePieces(
  management: Management,
  scope: ClientScope,
  { by, period, zone }: { readonly by: TimeBy; readonly period: Period; readonly zone: string },
): Promise<TimePiece[]> {
  const pieces =
    by === 'shift'
      ? await shiftPieces(management, scope, period)
      : cutIntoDays(period, zone).map(
          (day): TimePiece => ({
            key: by === 'day' ? day.date : mondayOf(day.date),
            period: day.period,
          }),
        )
  if (pieces.length > limits.comparePieces) throw new AppError('answer.tooManyRows')
  return pieces
}

async function shiftPieces(management: Management, scope: ClientScope, period: Period) {
  const plan = await shiftsOfClient(management, scope)
  if (plan === undefined) return []
  return shiftsIn(plan.starts, plan.zone, period)
    .map(({ name, period: whole }): TimePiece => ({ key: name, period: within(whole, period) }))
    .filter((piece) => piece.period.from < piece.period.to)
}

const within = (part: Period, whole: Period): Period => ({
  from: part.from > whole.from ? part.from : whole.from,
  to: part.to < whole.to ? part.to : whole.to,
})

/** Weeks begin on Monday (ISO 8601). */
function mondayOf(date: string): string {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -sinceMonday)
}

/** An hour on the wall, or the part of it that lies in a window. */
type HourPiece = { readonly date: string; readonly hour: number; readonly period: Period }

const hourMs = 3_600_000

/**
 * A window without gap in hours of its zone. Where clocks go back the hour of that night is there twice; a zone with half an hour of
 * summer time has pieces of half an hour that night.
 */
export function hourPieces(period: Period, zone: string): HourPiece[] {
  return cutIntoDays(period, zone).flatMap(({ period: day }) => {
    const pieces: HourPiece[] = []
    for (let from = day.from; from < day.to; ) {
      const { date, time } = wallTime(from, zone)
      const minutes = Number(time.slice(3, 5))
      const whole = from.getTime() - (from.getTime() % 60_000) + hourMs - minutes * 60_000
      const to = new Date(Math.min(whole, day.to.getTime()))
      pieces.push({ date, hour: Number(time.slice(0, 2)), period: { from, to } })
      from = to
    }
    return pieces
  })
}
