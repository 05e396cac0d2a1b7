import type { Locale } from './useLocale.ts'

/** The days of the week as a person calls them, Monday first. */
export function weekdays(locale: Locale, length: 'long' | 'short' = 'long'): string[] {
  const day = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' })
  // The year 2024 began on a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((date) => day.format(Date.UTC(2024, 0, date)))
}
