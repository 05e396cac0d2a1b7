import { countText, lengthText, numberFormat, percentText } from '@packboard/model'
import { currentLanguage } from './language.ts'

/** Numbers of the screens in the language of the reader (D79). */

/** With at least and at most so many decimals. */
export const formatDecimals = (value: number, least: number, most: number = least): string =>
  numberFormat(currentLanguage().language, least, most).format(value)

/** `63,498`: whole packs of a counter that may count fractions. */
export const formatCount = (count: number | null): string =>
  countText(currentLanguage().language, count)

/** `82.4 %` with one decimal. */
export const formatPercent = (percent: number | null): string =>
  percentText(currentLanguage().language, percent)

/** A whole length of time in words: `2 minutes`, `90 seconds`. */
export const formatLength = (seconds: number): string =>
  lengthText(currentLanguage().language, seconds)

const decimalMark = () =>
  numberFormat(currentLanguage().language, 1, 1)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** A number of a form, which holds `12.5`, as the reader writes it. */
export const shownNumber = (held: string) => held.replace('.', decimalMark())

/** What the reader types, as a form holds it. */
export const heldNumber = (typed: string) => typed.replace(decimalMark(), '.')
