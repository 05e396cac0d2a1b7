import type { previewPlan } from '@packboard/contract'
import {
  compareExceptions,
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanFault,
  type PlanKind,
  planLimits,
} from '@packboard/model'
import type { z } from 'zod'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import type { Locale } from '../../i18n/useLocale.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'

/** `26-03-2027`, as all dates of the screens. */
export const dayText = (date: string) => date.split('-').reverse().join('-')

const kindWord = (kind: PlanKind) => textsOf('plan')(kind)
export const lineWord = (line: string | null) => line ?? textsOf('plan')('allLines')

/** `Production, Monday 06:00–18:00`. */
export function entryWords({ weekday, from, to, kind }: PlanEntry, locale: Locale): string {
  const day = weekdays(locale)[weekday - 1] ?? ''
  return textsOf('plan')('barOf', { kind: kindWord(kind), day, from, to })
}

/** `26-03-2027`, or from when to when. */
export function exceptionTimes(exception: PlanException): string {
  const { startDate, startTime, endDate, endTime } = exception
  if (startTime === '00:00' && endTime === '00:00' && nextDay(startDate) === endDate) {
    return dayText(startDate)
  }
  const end = endDate === startDate ? endTime : `${dayText(endDate)} ${endTime}`
  return `${dayText(startDate)} ${startTime} – ${end}`
}

/** Who set an exception as it is stored; undefined where nobody is known. */
export function setterOf(
  stored: readonly (PlanException & { readonly setBy: string | null })[],
  exception: PlanException,
): string | null | undefined {
  const { endDate, endTime, note } = exception
  return stored.find(
    (each) =>
      compareExceptions(each, exception) === 0 &&
      each.endDate === endDate &&
      each.endTime === endTime &&
      each.note === note,
  )?.setBy
}

/** `Good Friday, Closed`. */
export function exceptionTitle({ note, kind }: PlanException): string {
  return note === '' ? kindWord(kind) : `${note}, ${kindWord(kind)}`
}

export const nextDay = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** What is at a place of the plan such as `weeks.0.entries.3`, in words, with its line. */
function placeWords(plan: Plan, place: string, locale: Locale): { line: string; words: string } {
  const [list, index = '', , entry = ''] = place.split('.')
  if (list === 'exceptions') {
    const exception = plan.exceptions[Number(index)]
    if (!exception) return { line: '', words: '' }
    const words = `${exceptionTitle(exception)}, ${exceptionTimes(exception)}`
    return { line: lineWord(exception.line), words }
  }
  const week = plan.weeks[Number(index)]
  if (!week) return { line: '', words: '' }
  const found = week.entries?.[Number(entry)]
  return { line: lineWord(week.line), words: found ? entryWords(found, locale) : '' }
}

/** Why a plan cannot be saved, in the language of the screen; of an overlap both are named. */
export function planFaultWords(plan: Plan, fault: PlanFault, locale: Locale): string {
  const say = textsOf('plan')
  const { line, words } = placeWords(plan, fault.at, locale)
  switch (fault.kind) {
    case 'overlap': {
      const other = placeWords(plan, fault.other ?? '', locale).words
      return say('overlap', { line, words, other })
    }
    case 'sameDay':
      return say('weekTaken', { line })
    case 'noTime':
      return say('noTime', { line })
    case 'noDate':
      return say('noDate', {
        first: dayText(planLimits.firstDay),
        last: dayText(planLimits.lastDay),
      })
    case 'noLength':
      return say('noLength')
    case 'tooLong':
      return say('tooLong', { most: formatCount(planLimits.exceptionDays) })
    case 'longNote':
      return say('longNote', { most: formatCount(planLimits.noteLength) })
    case 'tooManyWeeks':
      return say('tooManyWeeks', { most: formatCount(planLimits.weeks) })
    case 'tooManyEntries':
      return say('tooManyEntries', {
        most: formatCount(planLimits.entriesOfWeek),
        all: formatCount(planLimits.entries),
      })
    case 'tooManyExceptions':
      return say('tooManyExceptions', { most: formatCount(planLimits.exceptions) })
    case 'noDay':
    case 'noKind':
      return fault.message
  }
}

/** `Moves OEEE of 1 day, −13.7 pt (24-11-2026).`; undefined: it is not known yet. */
export function effectWords(
  effect: z.output<typeof previewPlan.answer> | 'failed' | undefined,
): string {
  const say = textsOf('plan')
  if (effect === undefined) return say('effectComing')
  if (effect === 'failed') return say('effectFailed')
  const { movedDays: count, lookedAtDays, largest } = effect
  if (count === 0) return say('effectNone', { days: formatCount(lookedAtDays) })
  if (largest === null) return say('effectNoFigure', { count })
  const { points } = largest
  const words = {
    points: `${points < 0 ? '−' : '+'}${formatDecimals(Math.abs(points), 1)}`,
    day: dayText(largest.day),
  }
  return count === 1
    ? say('effectOne', words)
    : say('effectMany', { ...words, count, days: formatCount(lookedAtDays) })
}
