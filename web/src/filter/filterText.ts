import {
  comparedWindow,
  type FilterWindow,
  filterPeriod,
  formatDay,
  type Period,
} from '@packboard/model'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { everything, type ProductionFilter } from './filter.ts'

/** `21-11-2026`, of `2026-11-21`. */
export const dayText = (date: string) => date.split('-').reverse().join('-')

/** `15-11-2026 – 21-11-2026`, as the Time Period field shows it. */
export function daysText({ startDate, endDate }: Pick<FilterWindow, 'startDate' | 'endDate'>) {
  return `${dayText(startDate)} – ${dayText(endDate)}`
}

/** `06:00 to 14:30` of one day, `20-11 06:00 to 21-11 18:00` of more. */
export function windowText({ startDate, startTime, endDate, endTime }: FilterWindow): string {
  const say = textsOf('filters')
  if (startDate === endDate) return say('range', { from: startTime, to: endTime })
  const short = (date: string) =>
    startDate.slice(0, 4) === endDate.slice(0, 4) ? dayText(date).slice(0, 5) : dayText(date)
  return say('range', {
    from: `${short(startDate)} ${startTime}`,
    to: `${short(endDate)} ${endTime}`,
  })
}

/** `20-11-2026 06:00 – 20-11-2026 14:30`: a window that is read far from its filter bar. */
export function spanText({ startDate, startTime, endDate, endTime }: FilterWindow): string {
  return `${dayText(startDate)} ${startTime} – ${dayText(endDate)} ${endTime}`
}

/** A window in a field of its own: `Early, 21-11-2026 06:00 – 14:00`; whole days without their times. */
export function pickedText(window: FilterWindow, shift: { readonly name: string } | null): string {
  const { startDate, startTime, endDate, endTime } = window
  const oneDay = startDate === endDate
  if (startTime === '00:00' && endTime === '23:59') {
    return oneDay ? dayText(startDate) : daysText(window)
  }
  const span = oneDay ? `${dayText(startDate)} ${startTime} – ${endTime}` : spanText(window)
  return shift ? `${shift.name}, ${span}` : span
}

/** What is compared of an earlier window, with its dates; one that was cut ends in whole minutes. */
export const comparedText = (period: Period, zone: string) => spanText(comparedWindow(period, zone))

/** What else is filtered, in one line: `All tools, all products`. */
export function choicesText({ machine, tool, product, recipe }: ProductionFilter): string {
  const say = textsOf('filters')
  const parts = [
    machine === undefined || machine === everything ? null : machine,
    tool === everything ? say('allTools') : reportedText(tool),
    product === undefined
      ? null
      : product === everything
        ? say('allProducts')
        : reportedText(product),
    recipe === everything ? null : stateWordOf(recipe),
  ].filter((part) => part !== null)
  const line = parts.join(', ')
  return line.slice(0, 1).toUpperCase() + line.slice(1)
}

/** The day or the days that a window touches, for a chart's subtitle. */
export function windowDays(window: FilterWindow): string {
  const { from, to } = filterPeriod(window)
  const first = formatDay(from, window.zone)
  const last = formatDay(new Date(Math.max(from.getTime(), to.getTime() - 1)), window.zone)
  return first === last ? first : `${first} – ${last}`
}
