/** The names of time zones, days and times of day, without a calendar: a page that only checks an address needs no more. */

export const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
export const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Is this a day that the calendar has (29 February only in leap years)? */
export function isDate(text: string): boolean {
  const day = datePattern.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Is this a time of day from 00:00 to 23:59? */
export function isTimeOfDay(text: string): boolean {
  return timePattern.test(text)
}

/** The zones that this machine lists, by their lower-case name: Intl ignores the case, databases do not. */
const listed = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]))

/** Is this the IANA name of a time zone? Bare offsets such as `+01:00` are not: they have no daylight saving time. */
export function isZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  const known = listed.get(name.toLowerCase())
  if (known !== undefined) return known === name
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
