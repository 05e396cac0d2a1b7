import { noFigure } from '@packboard/model'
import { textsOf } from '../i18n/useTexts.ts'

/** The units that the figures of an explanation come in. */
export type TermUnit = 's' | 'packs' | '%' | 'ppm' | 'alarms'

const milliseconds = numbers(3, 3)
const billionths = numbers(0, 9)
const oneDecimal = numbers(1, 1)
const tenThousandths = numbers(0, 4)

/**
 * A number with all the digits that it has, so that a person can add it up: seconds to the millisecond, packs to the last
 * fraction. Percent and ppm are quotients and end nowhere; four decimals are shown.
 */
export function formatExactly(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  const say = textsOf('explain')
  switch (unit) {
    case 's':
      return `${milliseconds.format(value)} s`
    case 'packs':
      return say('packsOf', { reported: billionths.format(value) })
    case 'alarms':
      return say('alarmsOf', { count: value, reported: billionths.format(value) })
    case '%':
      return `${tenThousandths.format(value)} %`
    case 'ppm':
      return `${tenThousandths.format(value)} ppm`
  }
}

/** The same as the card shows it: percent with one decimal, packs whole. */
export function formatShort(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  if (unit === '%') return `${oneDecimal.format(value)} %`
  if (unit === 's') return formatExactly(value, unit)
  return formatExactly(Math.round(value), unit)
}

function numbers(minimumFractionDigits: number, maximumFractionDigits: number) {
  return new Intl.NumberFormat('en-GB', { minimumFractionDigits, maximumFractionDigits })
}
