import { type MappedRow, quarantineOf } from './mapRow.ts'
import type { TableRow } from './readRows.ts'

/** A line as a person sees it before an import: its cells, and the record as it would be stored. */
export function previewOf(row: TableRow, mapped: MappedRow, now: number) {
  const cells = 'cells' in row ? row.cells.map((cell) => String(cell ?? '').slice(0, 200)) : []
  if ('refusals' in mapped) {
    return { line: row.line, cells, record: null, refusals: [...mapped.refusals] }
  }
  const record: Record<string, string | number> = {}
  for (const [field, value] of Object.entries(mapped.wire)) {
    if (field === 'kind') continue
    const isTime = field === 'time' || field === 'raisedAt' || field === 'clearedAt'
    if (isTime && typeof value === 'number') record[field] = new Date(value).toISOString()
    else if (typeof value === 'number' || typeof value === 'string') record[field] = value
  }
  const quarantined = quarantineOf(mapped.incoming, now)
  return { line: row.line, cells, record, refusals: quarantined ? [quarantined] : [] }
}
