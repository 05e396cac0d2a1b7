import { addDays, wallTime, wallTimeToInstant } from '@packboard/model'

type QuietHours = { readonly from: string; readonly to: string; readonly zone: string }

/**
 * When the quiet hours end that hold at a moment; undefined outside of them. They are times on the wall of a zone: in a night in which
 * the clocks change they are an hour shorter or longer.
 */
export function quietUntil(at: Date, { from, to, zone }: QuietHours): Date | undefined {
  if (from === to) return undefined
  const { date, time } = wallTime(at, zone)
  const overNight = to < from
  const inside = overNight ? time >= from || time < to : time >= from && time < to
  if (!inside) return undefined
  const endDate = overNight && time >= from ? addDays(date, 1) : date
  return wallTimeToInstant({ date: endDate, time: to }, zone, 'end')
}
