import type { Locale } from './useLocale.ts'

const weekday = { weekday: 'long' } as const
const date = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** `Saturday 21 November 2026`, `Samstag, 21. November 2026`: a day in words, on the calendar of a zone. */
export function longDay(at: Date, timeZone: string, locale: Locale): string {
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at)
  // Engines differ about the comma of English; ours has none.
  return locale === 'en-GB' ? `${said(weekday)} ${said(date)}` : said({ ...weekday, ...date })
}
