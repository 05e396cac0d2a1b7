/** A cell of a table that is taken away; an instant stays an instant, a number a number. */
export type Cell = string | number | Date | null

/** A table as a file holds it: what its columns are called, and its rows in pages, so that no length of it fills the memory. */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>
}
