import { addDays, localDate, startOfDay } from '@packboard/model'
import type { Locale } from '../i18n/useLocale.ts'
import { fullHour, wallClock } from './timeTicks.ts'

/** Where an axis of time has a line, and what stands under it. */
export type DateTick = { readonly at: Date; readonly text: string }

const minuteMs = 60_000
const hourMs = 3_600_000
/** Below this many hours there are too few full ones. */
const fewHours = 3
const minuteSteps = [1, 2, 5, 10, 15, 30]
const dayMs = 24 * hourMs
const hourSteps = [1, 2, 3, 4, 6, 12]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12]

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Ticks of a zone's clock and calendar: minutes below three hours, full hours up to a few days, where a midnight carries its day; then days, then
 * months. At most `most` of them.
 */
export function dateTicks(
  from: Date,
  to: Date,
  most: number,
  zone: string,
  locale: Locale,
): DateTick[] {
  const span = Math.max(1, to.getTime() - from.getTime())
  const minutes = minuteSteps.find((each) => span / (each * minuteMs) <= most)
  if (minutes !== undefined && span < fewHours * hourMs) {
    return minuteTicks(from, to, minutes * minuteMs, zone)
  }
  const hours = hourSteps.find((each) => span / (each * hourMs) <= most)
  if (hours !== undefined) return hourTicks(from, to, hours, zone, locale)
  const first = localDate(from, zone)
  const days = daySteps.find((each) => span / (each * dayMs) <= most)
  const dates =
    days === undefined
      ? firstsOfMonths(first, monthSteps.find((each) => span / (each * 30 * dayMs) <= most) ?? 24)
      : everyFewDays(addDays(first, 1), days)
  const ticks: DateTick[] = []
  for (const date of dates) {
    const at = startOfDay(date, zone)
    if (at > to) break
    const text = days === undefined ? shortMonth(date, locale) : shortDay(date, locale)
    if (at >= from) ticks.push({ at, text })
  }
  return ticks
}

/** Minutes of a zone's clock, for a window of an hour or two. */
function minuteTicks(from: Date, to: Date, step: number, zone: string): DateTick[] {
  const ticks: DateTick[] = []
  const past = wallClock(from, zone).getTime() % step
  for (let at = from.getTime() + (past && step - past); at <= to.getTime(); at += step) {
    const clock = wallClock(new Date(at), zone)
    const text = `${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}`
    ticks.push({ at: new Date(at), text })
  }
  return ticks
}

function hourTicks(from: Date, to: Date, step: number, zone: string, locale: Locale): DateTick[] {
  const ticks: DateTick[] = []
  const long = to.getTime() - from.getTime() > dayMs
  for (let at = fullHour(from.getTime(), zone); at <= to.getTime(); at = fullHour(at + 1, zone)) {
    const clock = wallClock(new Date(at), zone)
    const hour = clock.getUTCHours()
    if (hour % step !== 0) continue
    const text =
      long && hour === 0
        ? shortDay(clock.toISOString().slice(0, 10), locale)
        : `${two(hour)}:${two(clock.getUTCMinutes())}`
    ticks.push({ at: new Date(at), text })
  }
  return ticks
}

function* everyFewDays(first: string, days: number) {
  for (let date = first; ; date = addDays(date, days)) yield date
}

/** The 1st of every so many months of the year, from the month of a day on. */
function* firstsOfMonths(date: string, every: number) {
  const year = Number(date.slice(0, 4))
  const month = Math.floor((Number(date.slice(5, 7)) - 1) / every) * every
  for (let index = 0; ; index++) {
    yield new Date(Date.UTC(year, month + index * every, 1)).toISOString().slice(0, 10)
  }
}

/** Of a calendar day `2026-11-21`, which is the same one in every zone. */
const said = (date: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** `Nov`: three letters also in September, which British engines write with four. */
const englishMonth = (date: string) => said(date, 'en-US', { month: 'short' })

/** `21 Nov`, `21. Nov.`: a day under an axis of time. */
function shortDay(date: string, locale: Locale): string {
  if (locale === 'en-GB') return `${Number(date.slice(8))} ${englishMonth(date)}`
  return said(date, locale, { day: 'numeric', month: 'short' })
}

/** `Nov 2026`, `nov. 2026`: a month under an axis of time. */
function shortMonth(date: string, locale: Locale): string {
  if (locale === 'en-GB') return `${englishMonth(date)} ${Number(date.slice(0, 4))}`
  return said(date, locale, { month: 'short', year: 'numeric' })
}
