/**
 * How figures look on a screen (specification §9). Rounding happens here and nowhere before (D14, D21); what is not
 * known is a dash, never a zero.
 */

/** Shown where a figure is not known. */
export const noFigure = '–'

export type DurationParts = {
  readonly hours: string
  readonly minutes: string
  readonly seconds: string
}

const two = (value: number) => String(value).padStart(2, '0')

function whole(amount: number): number {
  return Math.max(0, Math.round(amount))
}

/** Hours, minutes and seconds of a duration, so that a card can dim the units: `7`, `53`, `43`; `0`, `00`, `00`. */
export function durationParts(seconds: number): DurationParts {
  const all = whole(seconds)
  return {
    hours: String(Math.floor(all / 3600)),
    minutes: two(Math.floor(all / 60) % 60),
    seconds: two(all % 60),
  }
}

/** `7h 53m 43s`, on the cards of the overview. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return noFigure
  const parts = durationParts(seconds)
  return `${parts.hours}h ${parts.minutes}m ${parts.seconds}s`
}

/** `7h 02m`, on metric cards. Rounded to the minute as a whole, so that 59 min 40 s is an hour. */
export function formatHoursMinutes(seconds: number | null): string {
  if (seconds === null) return noFigure
  const minutes = wholeMinutes(seconds)
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`
}

/** How long a machine has been in its state: `41s`, `6m 41s`, `2h 33m`. */
export function formatTimeInState(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor(all / 60)
  if (minutes === 0) return `${all}s`
  if (minutes < 60) return `${minutes}m ${two(all % 60)}s`
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`
}

/** Whole minutes, in the table of days. */
export function wholeMinutes(seconds: number): number {
  return whole(seconds / 60)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making one costs a hundred times more than using it, and tables and axes use it a lot. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

function clockParts(at: Date, zone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** `21-11-2026 14:32:10` on the clocks of a zone. */
export function formatDateTime(at: Date | null, zone: string): string {
  if (at === null) return noFigure
  const { day, month, year, hour, minute, second } = clockParts(at, zone)
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`
}

/** `21-11-2026` on the calendar of a zone. */
export function formatDay(at: Date, zone: string): string {
  const { day, month, year } = clockParts(at, zone)
  return `${day}-${month}-${year}`
}

/** `14:32:10` on the clocks of a zone. */
export function formatClock(at: Date, zone: string): string {
  const { hour, minute, second } = clockParts(at, zone)
  return `${hour}:${minute}:${second}`
}
