/** What a spreadsheet takes for the beginning of a formula, also where a file is opened by double click. */
const dangerous = /^[=+\-@\t\r]/

/**
 * A text in CSV that no spreadsheet runs: one that begins like a formula gets an apostrophe in front, because CSV cannot
 * say that a cell is a text. Texts come from machines and their operators, so every text is neutralised here. Numbers
 * are not: they stay numbers.
 */
export function neutralised(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}
