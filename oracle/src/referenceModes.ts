import { type Dated, datedFrom } from './referenceDated.ts'
import type { Span } from './referenceWindow.ts'

/** From then on: does the unit mode count, and which texts are production beside the usual ones? */
export type ModeRule = Dated & {
  readonly counts: boolean
  readonly production: readonly string[]
}

/** Where nothing is set. */
const usual: ModeRule = { validFrom: null, counts: true, production: [] }

const plain = (text: string) => text.trim().toLowerCase()

/** Letter 60: production has three names, four texts say nothing, spaces around and capitals do not matter. */
export function isOtherMode(mode: string, { counts, production }: ModeRule): boolean {
  const names = ['production', 'producing', '1', '', '0', 'invalid', 'undefined']
  return counts && ![...names, ...production.map(plain)].includes(plain(mode))
}

/** A time in one mode, cut where the rule changes at midnight of a zone. */
export function modeParts(
  mode: string,
  { from, to }: Span,
  rules: readonly ModeRule[],
  zone: string,
) {
  const dated = datedFrom(rules, zone)
  const starts = dated.map((rule) => rule.from).filter((at) => from < at && at < to)
  return [from, ...starts].map((start, index, all) => {
    const rule = dated.findLast((one) => one.from <= start) ?? usual
    return { from: start, to: all[index + 1] ?? to, otherMode: isOtherMode(mode, rule) }
  })
}
