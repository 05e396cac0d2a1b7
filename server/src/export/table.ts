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
