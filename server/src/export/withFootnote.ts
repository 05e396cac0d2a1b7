import type { Cell, Table } from './table.ts'

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
