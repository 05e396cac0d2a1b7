import { formatDateTime } from '@packboard/model'

/** A cell of an exported table; an instant stays an instant, a number a number. */
export type Cell = string | number | Date | null

/**
 * A table as a file holds it: the names of its columns, and its rows in pages, so that a long table does not fill the
 * memory.
 */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** A file name of letters, digits, dots and dashes alone: nothing of it can end a header or a folder. */
export function fileName(parts: readonly string[], format: string): string {
  const safe = parts
    .map((part) =>
      part
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9-]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('_')
  return `packboard_${safe.slice(0, 120)}.${format}`
}

/** The table with a line under its last row, in the first column. */
export function withFootnote({ title, columns, pages }: Table, footnote: string): Table {
  const last = columns.map((_, index) => (index === 0 ? footnote : null))
  return { title, columns, pages: withLast(pages, last) }
}

async function* withLast(pages: Table['pages'], last: readonly Cell[]) {
  yield* pages
  yield [last]
}

/** Says that figures of a table are provisional, and whose. */
export const provisionalNote = (serialNos: readonly string[]) =>
  `Provisional: the state dictionary of ${serialNos.join(', ')} was not confirmed yet.`

const utc = ' (UTC)'

/**
 * The table with its times also as the clock of a zone shows them, in a column before each column of UTC: the first is
 * what the screen says, the second is clear when a clock shows an hour twice. Days name the zone in which they are cut.
 */
export function zonedTable({ title, columns, pages }: Table, zone: string): Table {
  const times = zone === 'UTC' ? [] : columns.map((name) => name.endsWith(utc))
  const named = columns.flatMap((name, index) => {
    if (name === 'Day') return [`Day (${zone})`]
    return times[index] ? [`${name.slice(0, -utc.length)} (${zone})`, name] : [name]
  })
  if (!times.includes(true)) return { title, columns: named, pages }
  const reported = (row: readonly Cell[]) =>
    row.flatMap((cell, index) =>
      times[index] ? [cell instanceof Date ? formatDateTime(cell, zone) : null, cell] : [cell],
    )
  return { title, columns: named, pages: eachRow(pages, reported) }
}

async function* eachRow(pages: Table['pages'], reported: (row: readonly Cell[]) => Cell[]) {
  for await (const page of pages) yield page.map(reported)
}
