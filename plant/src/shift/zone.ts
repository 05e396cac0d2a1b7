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
export function instantOf(zone: string, day: string, hour: number): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + Math.round(hour * 3_600_000)
  const first = shown - offsetAt(zone, shown)
  return shown - offsetAt(zone, first)
}

/** The day (`YYYY-MM-DD`) that the clock of `zone` shows at an instant. */
export function dayOf(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
