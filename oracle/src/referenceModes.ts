import type { Span } from './referenceWindow.ts'

/** From then on: does the unit mode count, and which texts are production beside the usual ones? */
export type ModeRule = {
  readonly from: number
  readonly counts: boolean
  readonly production: readonly string[]
}

/** Of a client for which nothing was set. */
export const usualModes: readonly ModeRule[] = [{ from: 0, counts: true, production: [] }]

const plain = (text: string) => text.trim().toLowerCase()

/** Letter 60: production has three names, four texts say nothing, spaces around and capitals do not matter. */
export function isOtherMode(mode: string, { counts, production }: ModeRule): boolean {
  const usual = ['production', 'producing', '1', '', '0', 'invalid', 'undefined']
  return counts && ![...usual, ...production.map(plain)].includes(plain(mode))
}

/** A time in one mode, cut where the rule changes. Rules rise. */
export function modeParts(mode: string, { from, to }: Span, rules: readonly ModeRule[]) {
  const starts = rules.map((rule) => rule.from).filter((at) => from < at && at < to)
  return [from, ...starts].map((start, index, all) => {
    const rule = rules.findLast((one) => one.from <= start)
    const otherMode = rule !== undefined && isOtherMode(mode, rule)
    return { from: start, to: all[index + 1] ?? to, otherMode }
  })
}
