/** Rows as the options of a select. */
export function options<Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  label: (row: Row) => string,
): { value: string; label: string }[] {
  return (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }))
}
