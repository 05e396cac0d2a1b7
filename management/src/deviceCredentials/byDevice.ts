/** Rows of devices, by device. */
export function byDevice<Row extends { readonly device_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const known = found.get(row.device_id)
    if (known) known.push(row)
    else found.set(row.device_id, [row])
  }
  return found
}
