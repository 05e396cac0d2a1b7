import { addDays, type Period, startOfDay } from '@packboard/model'

/** The part of a window that falls into one day of a zone (D15); empty when they do not meet. */
export function dayPart({ from, to }: Period, date: string, zone: string): Period {
  const begins = Math.max(from.getTime(), startOfDay(date, zone).getTime())
  const ends = Math.min(to.getTime(), startOfDay(addDays(date, 1), zone).getTime())
  return { from: new Date(begins), to: new Date(Math.max(begins, ends)) }
}
