import { noFigure } from '@packboard/model'
import { currentLanguage } from './language.ts'
import { languages } from './languages.ts'

/**
 * Numbers of the screens in the language of the reader (D79): `140,024` and `67.1 %` in English, `140.024` and `67,1 %`
 * in German. Only the rounding is everywhere the same (D14, D21); what is not known is a dash, never a zero.
 */

const formats = new Map<string, Intl.NumberFormat>()

/** Making one costs a hundred times more than using it. */
function formatOf(least: number, most: number): Intl.NumberFormat {
  const { locale } = languages[currentLanguage().language]
  const key = `${locale} ${least} ${most}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  })
  formats.set(key, format)
  return format
}

/** With at least and at most so many decimals. */
export const formatDecimals = (value: number, least: number, most: number = least): string =>
  formatOf(least, most).format(value)

/** `63,498`: whole packs of a counter that may count fractions. */
export function formatCount(count: number | null): string {
  return count === null ? noFigure : formatDecimals(Math.round(count) || 0, 0)
}

/** `82.4 %` with one decimal. */
export function formatPercent(percent: number | null): string {
  return percent === null ? noFigure : `${formatDecimals(percent, 1)} %`
}

/** A whole length of time in words: `2 minutes`, `90 seconds`. */
export function formatLength(seconds: number): string {
  const [value, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  const { locale } = languages[currentLanguage().language]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

const decimalMark = () =>
  formatOf(1, 1)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** A number of a form, which holds `12.5`, as the reader writes it. */
export const shownNumber = (held: string) => held.replace('.', decimalMark())

/** What the reader types, as a form holds it. */
export const heldNumber = (typed: string) => typed.replace(decimalMark(), '.')
