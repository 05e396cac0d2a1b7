import type { BackTestAnswer } from '@packboard/contract'
import { addDays, localDate } from '@packboard/model'

/** How often a rule would have opened on each day of a window, by the calendar of a zone; late ones are not among them. */
export function openingsPerDay(
  list: BackTestAnswer['list'],
  { from, to }: { readonly from: Date; readonly to: Date },
  zone: string,
): readonly { readonly day: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { openedAt, late } of list) {
    if (late) continue
    const day = localDate(openedAt, zone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const days: { day: string; count: number }[] = []
  const last = localDate(to, zone)
  for (let day = localDate(from, zone); day <= last; day = addDays(day, 1)) {
    days.push({ day, count: counts.get(day) ?? 0 })
  }
  return days
}
