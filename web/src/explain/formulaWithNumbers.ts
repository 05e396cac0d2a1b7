import { formatExactly, type TermUnit } from './formatTerm.ts'

type Term = { readonly name: string; readonly value: number | null; readonly unit: TermUnit }

/** The formula with the number in the place of each name; null where it holds none of the names. */
export function formulaWithNumbers(formula: string, terms: readonly Term[]): string | null {
  const values = new Map(terms.map(({ name, value, unit }) => [name, formatExactly(value, unit)]))
  // The longest first: "good" must not be read into "good seconds".
  const names = [...values.keys()]
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return null
  const anyName = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  // What stands left of "=" is the figure itself and keeps its name.
  const sides = formula.indexOf('=')
  const told = formula.slice(sides + 1)
  const filled = told.replaceAll(anyName, (name) => values.get(name) ?? name)
  return filled === told ? null : `${formula.slice(0, sides + 1)}${filled}`.trim()
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
