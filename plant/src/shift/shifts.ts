import { shiftsOfLine, type WorkedShift } from '@packboard/demo/plant'

/** Wall clocks of a factory: which instant its clock shows 06:00, and which day that is. */

const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Minutes that the zone's clocks are ahead of UTC at an instant, in ms. */
function offsetAt(zone: string, at: number): number {
  const whole = Math.floor(at / 1_000) * 1_000
  const part: Record<string, number> = {}
  for (const { type, value } of format(zone).formatToParts(whole)) part[type] = Number(value)
  const shown = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  )
  return shown - whole
}

/** The instant at which the clock of `zone` shows `hour` (may be a fraction) on `day` (`YYYY-MM-DD`). */
function instantOf(zone: string, day: string, hour: number): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + Math.round(hour * 3_600_000)
  const first = shown - offsetAt(zone, shown)
  return shown - offsetAt(zone, first)
}

/** The day (`YYYY-MM-DD`) that the clock of `zone` shows at an instant. */
function dayOf(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

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

/** How a factory staffs its week: one of these, or the rows of a client of the demo, which its plan is made of, too. */
export type ShiftPattern =
  | 'threeShifts'
  | 'threeShiftsDaily'
  | 'twoShifts'
  | 'twoShiftsDaily'
  | 'lateTwoShifts'
  | 'dayShift'
  | readonly WorkedShift[]

/** A time of the day, in ms since 1970. */
type Stretch = { readonly from: number; readonly to: number }

export type Shift = Stretch & {
  readonly name: string
  /** Which crew works it: crews change shift from week to week. */
  readonly crew: number
  /** When the line stands by plan. */
  readonly breaks: readonly Stretch[]
}

/** Hours from 00:00 of the production day; 30 is 06:00 of the day after. */
type Hours = readonly [from: number, to: number]
type Row = { readonly name: string; readonly hours: Hours; readonly breaks: readonly Hours[] }

const row = (name: string, ...hours: Hours): Row => ({ name, hours, breaks: [] })
const fullDay: readonly Row[] = [row('Early', 6, 14), row('Late', 14, 22), row('Night', 22, 30)]

/** What is known of a line to say when it works. */
type StaffedLine = {
  readonly zone: string
  readonly name: string
  readonly index: number
  readonly pattern: ShiftPattern
}

/** Weekdays, Saturday, Sunday. At weekends a three-shift factory keeps half of its lines going. */
function rows({ pattern, index, name }: StaffedLine, dayOfWeek: number): readonly Row[] {
  const saturday = dayOfWeek === 6
  const sunday = dayOfWeek === 0
  switch (pattern) {
    case 'threeShifts':
      if (saturday) return index % 2 === 0 ? fullDay.slice(0, 2) : fullDay.slice(0, 1)
      if (sunday) return index % 2 === 0 ? fullDay.slice(2) : []
      return fullDay
    case 'twoShifts':
      if (saturday) return index === 0 ? fullDay.slice(0, 1) : []
      return sunday ? [] : fullDay.slice(0, 2)
    case 'threeShiftsDaily':
      return fullDay
    case 'twoShiftsDaily':
      return fullDay.slice(0, 2)
    case 'lateTwoShifts':
      if (saturday || sunday) return []
      return [row('Early', 7, 15), row('Late', 15, 23)]
    case 'dayShift':
      if (sunday) return []
      return saturday ? [row('Day', 8, 13)] : [row('Day', 8, 17)]
    default:
      return shiftsOfLine(pattern, name, sunday ? 7 : dayOfWeek).map(rowOf)
  }
}

function rowOf({ name, from, to, breaks }: WorkedShift): Row {
  const start = hourOfDay(from)
  // What is not after the start is on the next day.
  const after = (time: string) => hourOfDay(time) + (hourOfDay(time) > start ? 0 : 24)
  return {
    name: name ?? 'Day',
    hours: [start, after(to)],
    breaks: breaks.map(([begin, end]) => [after(begin), after(end)]),
  }
}

/** `HH:mm` in hours. */
const hourOfDay = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60

/** The shifts that a line works on a production day; `all`: three of them, whatever its pattern says. */
export function shiftsOf(line: StaffedLine, { day }: ProductionDay, all: boolean): Shift[] {
  const { zone } = line
  const week = Math.floor(Date.parse(`${day}T00:00:00Z`) / 604_800_000)
  const stretch = ([from, to]: Hours): Stretch => ({
    from: hourOf(zone, day, from),
    to: hourOf(zone, day, to),
  })
  const worked = all ? fullDay : rows(line, weekday(day))
  return worked.map(({ name, hours, breaks }, index) => ({
    name,
    ...stretch(hours),
    crew: (index + week) % 3,
    breaks: breaks.map(stretch),
  }))
}

/** Hour 30 is 06:00 of the day after. */
function hourOf(zone: string, day: string, hour: number): number {
  return hour < 24 ? instantOf(zone, day, hour) : instantOf(zone, addDays(day, 1), hour - 24)
}
