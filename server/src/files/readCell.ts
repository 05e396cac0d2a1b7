import { codeOfState } from '@packboard/ingest/stateWords'
import type { Cell } from './csvRows.ts'

/** Blanks, no-break and thin spaces, and apostrophes that separate thousands. */
const thousands = /(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g
const grouped = { '.': /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/, ',': /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/ }
const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** The number that a cell holds with this decimal mark; undefined where it is none. */
export function readNumber(cell: Cell, decimal: '.' | ','): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  let text = String(cell ?? '')
    .trim()
    .replace(thousands, '')
  if (grouped[decimal].test(text)) text = text.replaceAll(decimal === ',' ? '.' : ',', '')
  // A mark that is neither the decimal nor in the place of a thousand would change the number by powers of ten.
  else if (decimal === ',' && text.includes('.')) return undefined
  if (decimal === ',') text = text.replace(',', '.')
  return plain.test(text) ? Number(text) : undefined
}

/** A state by the words of the mapping, by its name or PackML's, or by its code; undefined when it is none of them. */
export function stateOf(
  text: string,
  states: ReadonlyMap<string, string>,
): string | number | undefined {
  const named = states.get(text.toLowerCase()) ?? text
  if (/^-?\d{1,6}$/.test(named)) return Number(named)
  return codeOfState(named) === undefined ? undefined : named
}
