import { noFigure } from '../durations.ts'
import { type Language, languages } from './languages.ts'

/**
 * Numbers in the language of the reader (D79): `140,024` and `67.1 %` in English, `140.024` and `67,1 %` in German. Only the
 * rounding is everywhere the same (D14, D21); what is not known is a dash, never a zero.
 */

const formats = new Map<string, Intl.NumberFormat>()

/** Making one costs a hundred times more than using it. */
export function numberFormat(language: Language, least: number, most: number): Intl.NumberFormat {
  const { locale } = languages[language]
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

/** `63,498`: whole packs of a counter that may count fractions. */
export function countText(language: Language, count: number | null): string {
  return count === null ? noFigure : numberFormat(language, 0, 0).format(Math.round(count) || 0)
}

/** `82.4 %` with one decimal. */
export function percentText(language: Language, percent: number | null): string {
  return percent === null ? noFigure : `${numberFormat(language, 1, 1).format(percent)} %`
}

/** A whole length of time in words: `2 minutes`, `90 seconds`. */
export function lengthText(language: Language, seconds: number): string {
  const [value, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  const { locale } = languages[language]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
