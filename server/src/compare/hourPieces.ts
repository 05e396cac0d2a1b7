import { cutIntoDays, type Period, wallTime } from '@packboard/model'

/** An hour on the wall, or the part of it that lies in a window. */
export type HourPiece = { readonly date: string; readonly hour: number; readonly period: Period }

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
