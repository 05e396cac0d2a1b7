/** The text of a row in a column, for the search and the order. */
export type TextColumn<Row> = {
  /** The column in every language, so that the order stays when another one is chosen; the title when left out. */
  readonly key?: string
  readonly title: string
  readonly text: (row: Row) => string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The rows that hold every word of the search somewhere, in the order of one column; rows without a value come last. */
export function shownRows<Row>(
  rows: readonly Row[],
  columns: readonly TextColumn<Row>[],
  search: string,
  order: { readonly by: string | null; readonly descending: boolean },
): Row[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const texts = columns.map(({ text }) => text(row).toLocaleLowerCase())
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
  const column = columns.find(({ key, title }) => (key ?? title) === order.by)
  if (!column) return found
  const sign = order.descending ? -1 : 1
  return found.sort((a, b) => {
    const [left, right] = [column.text(a), column.text(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return sign * collator.compare(left, right)
  })
}
