import type { Explanation } from '@packboard/contract'
import { formatClock, formatDateTime, formatDuration, localDate } from '@packboard/model'
import { textsOf } from '../i18n/useTexts.ts'
import { formatExactly, formatShort, type TermUnit } from './formatTerm.ts'

/** `64.5 % until 07:12, 64.9 % after 212 late records`; the day is named when it is not the one of `now`. */
export function restatementSentence(
  { before, until, after, records }: NonNullable<Explanation['restatement']>,
  unit: TermUnit,
  now: Date,
  zone: string,
): string {
  const shown = (value: number | null) =>
    unit === 's' && value !== null ? formatDuration(value) : formatShort(value, unit)
  // A change too small for the card's digits is shown with all digits.
  const write =
    shown(before) === shown(after) ? (value: number | null) => formatExactly(value, unit) : shown
  const sameDay = localDate(until, zone) === localDate(now, zone)
  const at = sameDay ? formatClock(until, zone) : formatDateTime(until, zone)
  return textsOf('explain')('restated', {
    ...{ before: write(before), at: at.slice(0, -3), after: write(after), records },
  })
}
