import { formatDuration, noFigure } from '@packboard/model'
import { formatDecimals } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** The units that the figures of an explanation come in. */
export type TermUnit = 's' | 'packs' | '%' | 'ppm' | 'alarms'

const milliseconds = (value: number) => formatDecimals(value, 3)
const billionths = (value: number) => formatDecimals(value, 0, 9)
const tenThousandths = (value: number) => formatDecimals(value, 0, 4)

/**
 * A number with all the digits that it has, so that a person can add it up: seconds to the millisecond, packs to the last
 * fraction. Percent and ppm are quotients and end nowhere; four decimals are shown.
 */
export function formatExactly(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  const say = textsOf('explain')
  switch (unit) {
    case 's':
      return `${milliseconds(value)} s`
    case 'packs':
      return say('packsOf', { reported: billionths(value) })
    case 'alarms':
      return say('alarmsOf', { count: value, reported: billionths(value) })
    case '%':
      return `${tenThousandths(value)} %`
    case 'ppm':
      return `${tenThousandths(value)} ppm`
  }
}

/** A time as people read it, `16h 10m 52s`; below a minute with all its digits. */
export const formatTime = (seconds: number | null): string =>
  isLong(seconds) ? formatDuration(seconds) : formatExactly(seconds, 's')

const isLong = (seconds: number | null): seconds is number =>
  seconds !== null && Math.abs(seconds) >= 60

/** A long time stands twice: first as people read it, then as `exact` with all its digits. */
export function formatAmount(
  value: number | null,
  unit: TermUnit,
): { readonly read: string; readonly exact: string | null } {
  const exact = formatExactly(value, unit)
  return unit === 's' && isLong(value)
    ? { read: formatTime(value), exact }
    : { read: exact, exact: null }
}

/** The same as the card shows it: percent with one decimal, packs whole. */
export function formatShort(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  if (unit === '%') return `${formatDecimals(value, 1)} %`
  if (unit === 's') return formatExactly(value, unit)
  return formatExactly(Math.round(value), unit)
}
