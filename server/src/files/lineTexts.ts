import type { LineRefusal, LineRefusalCode } from '@packboard/contract'
import { recordFileLimits } from '@packboard/model'

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
