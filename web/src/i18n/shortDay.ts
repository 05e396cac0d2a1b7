import type { Locale } from './useLocale.ts'

/** Of a calendar day `2026-11-21`, which is the same one in every zone. */
const said = (date: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** `Nov`: three letters also in September, which British engines write with four. */
const englishMonth = (date: string) => said(date, 'en-US', { month: 'short' })

/** `21 Nov`, `21. Nov.`: a day under an axis of time. */
export function shortDay(date: string, locale: Locale): string {
  if (locale === 'en-GB') return `${Number(date.slice(8))} ${englishMonth(date)}`
  return said(date, locale, { day: 'numeric', month: 'short' })
}

/** `Nov 2026`, `nov. 2026`: a month under an axis of time. */
export function shortMonth(date: string, locale: Locale): string {
  if (locale === 'en-GB') return `${englishMonth(date)} ${Number(date.slice(0, 4))}`
  return said(date, locale, { month: 'short', year: 'numeric' })
}
