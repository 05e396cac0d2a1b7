import type { ProductionDay } from './productionDay.ts'
import { addDays, instantOf, weekday } from './zone.ts'

/** How a factory staffs its week. */
export type ShiftPattern =
  | 'threeShifts'
  | 'closedSunday'
  | 'twoShifts'
  | 'twoShiftsDaily'
  | 'lateTwoShifts'
  | 'dayShift'

export type Shift = {
  readonly name: 'Early' | 'Late' | 'Night' | 'Day'
  readonly from: number
  readonly to: number
  /** Which crew works it: crews change shift from week to week. */
  readonly crew: number
}

type Row = readonly [name: Shift['name'], fromHour: number, toHour: number]

const fullDay: readonly Row[] = [
  ['Early', 6, 14],
  ['Late', 14, 22],
  ['Night', 22, 30],
]

/** Weekdays, Saturday, Sunday. At weekends a three-shift factory keeps half of its lines going. */
function rows(pattern: ShiftPattern, dayOfWeek: number, lineIndex: number): readonly Row[] {
  const saturday = dayOfWeek === 6
  const sunday = dayOfWeek === 0
  switch (pattern) {
    case 'threeShifts':
      if (saturday) return lineIndex % 2 === 0 ? fullDay.slice(0, 2) : fullDay.slice(0, 1)
      if (sunday) return lineIndex % 2 === 0 ? fullDay.slice(2) : []
      return fullDay
    case 'closedSunday':
      if (saturday) return fullDay.slice(0, 2)
      return sunday ? [] : fullDay
    case 'twoShifts':
      if (saturday) return lineIndex === 0 ? fullDay.slice(0, 1) : []
      return sunday ? [] : fullDay.slice(0, 2)
    case 'twoShiftsDaily':
      return fullDay.slice(0, 2)
    case 'lateTwoShifts':
      if (saturday || sunday) return []
      return [
        ['Early', 7, 15],
        ['Late', 15, 23],
      ]
    case 'dayShift':
      if (sunday) return []
      return saturday ? [['Day', 8, 13]] : [['Day', 8, 17]]
  }
}

/**
 * The shifts that a line works on a production day. `staffed` puts people on all three shifts whatever the calendar
 * says: the days on which the demo runs live.
 */
export function shiftsOf(
  zone: string,
  pattern: ShiftPattern,
  { day }: ProductionDay,
  lineIndex: number,
  staffed: boolean,
): Shift[] {
  const week = Math.floor(Date.parse(`${day}T00:00:00Z`) / 604_800_000)
  const worked = staffed ? fullDay : rows(pattern, weekday(day), lineIndex)
  return worked.map(([name, fromHour, toHour], index) => ({
    name,
    from: hourOf(zone, day, fromHour),
    to: hourOf(zone, day, toHour),
    crew: (index + week) % 3,
  }))
}

/** Hour 30 is 06:00 of the day after. */
function hourOf(zone: string, day: string, hour: number): number {
  return hour < 24 ? instantOf(zone, day, hour) : instantOf(zone, addDays(day, 1), hour - 24)
}
