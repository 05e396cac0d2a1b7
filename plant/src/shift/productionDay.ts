import { addDays, dayOf, instantOf } from './zone.ts'

/** A factory's day runs from 06:00 to 06:00 on its own clock; it can have 23 or 25 hours. */
export type ProductionDay = { readonly day: string; readonly from: number; readonly to: number }

const startHour = 6

export function productionDay(zone: string, day: string): ProductionDay {
  return {
    day,
    from: instantOf(zone, day, startHour),
    to: instantOf(zone, addDays(day, 1), startHour),
  }
}

/** The production day that an instant belongs to: 05:59 still belongs to the day before. */
export function productionDayAt(zone: string, at: number): ProductionDay {
  const calendarDay = dayOf(zone, at)
  const today = productionDay(zone, calendarDay)
  if (at < today.from) return productionDay(zone, addDays(calendarDay, -1))
  return today
}

/** Every production day that has time in [from, to), oldest first. */
export function productionDays(zone: string, from: number, to: number): ProductionDay[] {
  const days: ProductionDay[] = []
  let current = productionDayAt(zone, from)
  while (current.from < to) {
    days.push(current)
    current = productionDay(zone, addDays(current.day, 1))
  }
  return days
}
