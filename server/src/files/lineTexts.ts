import type { LineRefusal, LineRefusalCode } from '@packboard/contract'
import { codeOfState } from '@packboard/ingest/stateWords'
import { recordFileLimits } from '@packboard/model'
import type { Cell } from './csvRows.ts'

type Text = { readonly reason: string; readonly mend: string }

/** Why a line is refused and what mends it, as the report says it. */
const texts: Readonly<Record<LineRefusalCode, Text>> = {
  tooLong: {
    reason: `The line has more than ${recordFileLimits.rowCharacters.toLocaleString('en')} characters.`,
    mend: 'Shorten it; perhaps the separator or a quote is missing.',
  },
  quoteOpen: {
    reason: 'A quote is opened and not closed.',
    mend: 'Close it, or write two quotes for one that belongs to the text.',
  },
  quoteInside: {
    reason: 'Text follows a closed quote.',
    mend: 'Write two quotes for one that belongs to the text.',
  },
  cells: {
    reason: 'The line has more cells than there are columns.',
    mend: 'Put quotes around texts that contain the separator.',
  },
  notJson: { reason: 'The line is no JSON object.', mend: 'Write one object in each line.' },
  nested: {
    reason: `The line has more than ${recordFileLimits.columns} values, or values nested more than ${recordFileLimits.depth} deep.`,
    mend: 'Write one flat object in each line.',
  },
  encoding: {
    reason: 'Characters of the cell cannot be read.',
    mend: 'Choose the encoding with which the file was saved.',
  },
  empty: { reason: 'The cell is empty.', mend: 'Fill it, or choose another column.' },
  time: {
    reason: 'The cell is no time in the form that was chosen.',
    mend: 'Choose the form of the times, or correct the cell.',
  },
  gap: {
    reason: 'The clocks of the time zone skip this time.',
    mend: 'Choose the time zone of the file; perhaps its times are UTC.',
  },
  number: {
    reason: 'The cell is no number.',
    mend: 'Choose the decimal mark of the file, or correct the cell.',
  },
  state: {
    reason: 'No machine state has this name.',
    mend: 'Say in the mapping which state this word means.',
  },
  machine: {
    reason: 'No machine of this client has this serial number.',
    mend: 'Add the machine, or correct the serial number.',
  },
  record: {
    reason: 'A value is beyond what a record may hold.',
    mend: 'Check column, unit and factor.',
  },
  quarantined: {
    reason: 'The record would be quarantined.',
    mend: 'Check the time zone and the form of the times.',
  },
}

export const reasonOf = ({ code, detail }: LineRefusal) =>
  detail === null ? texts[code].reason : `${texts[code].reason} (${detail})`

/** The refused lines as CSV with a byte order mark, as spreadsheets open it; no cell can be a formula. */
export function refusedCsv(
  lines: readonly { readonly line: number; readonly refusal: LineRefusal }[],
): string {
  const rows = [
    ['Line', 'Reason', 'How to mend it', 'Field', 'Column', 'Cell'],
    ...lines.map(({ line, refusal }) => [
      ...[String(line), reasonOf(refusal), texts[refusal.code].mend],
      ...[refusal.field ?? '', refusal.column ?? '', refusal.cell ?? ''],
    ]),
  ]
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
