/** What a spreadsheet takes for the beginning of a formula, also where a file is opened by double click. */
const dangerous = /^[=+\-@\t\r\n]/
/** What a spreadsheet may leave out before it looks at a cell: blanks and invisible characters. */
const leading = /^[\p{Z}\p{Cf}\p{Cc}]+/u

/**
 * A text in CSV that no spreadsheet runs: one that begins like a formula gets an apostrophe in front, because CSV cannot
 * say that a cell is a text. It is looked at as a spreadsheet may read it: after blanks, and with full-width signs as
 * plain ones. Texts come from machines and their operators, so every text is neutralised here. Numbers are not: they
 * stay numbers.
 */
export function neutralised(text: string): string {
  const begins = text.normalize('NFKC')
  return dangerous.test(begins) || dangerous.test(begins.replace(leading, '')) ? `'${text}` : text
}
