import { z } from 'zod'
import { systemRows } from './clickhouse/systemRows.ts'
import type { TelemetryContext } from './context.ts'

/**
 * What the engine did since it was started: rows that came, and rows that it wrote again to join them with others. Many of the second
 * for each of the first mean that the parts of a month are too small or merged too early.
 */
type EngineWork = { readonly rowsInserted: number; readonly rowsMerged: number }

const sql = `
  SELECT sumIf(value, event = 'InsertedRows') AS inserted, sumIf(value, event = 'MergedRows') AS merged
  FROM system.events
`

const row = z.object({ inserted: z.coerce.number(), merged: z.coerce.number() })

/** Figures of a scrape are those of the last one before it that is this old. */
const freshMs = 1_000

/** Answers at once with what is known, and asks for the next time. */
export function watchEngineWork(context: TelemetryContext): () => EngineWork {
  let known: EngineWork = { rowsInserted: 0, rowsMerged: 0 }
  let lookedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const [found] = await systemRows(context.connection.writer(), row, sql)
    if (found) known = { rowsInserted: found.inserted, rowsMerged: found.merged }
  }
  return () => {
    if (performance.now() - lookedAt > freshMs) {
      lookedAt = performance.now()
      ask().catch((error) =>
        context.log.warn({ err: error }, 'The work of the engine is not known'),
      )
    }
    return known
  }
}

/** What the store holds, without whose it is. */
type StoredTable = {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly parts: number
}
export type StoredTables = { readonly engine: string; readonly tables: readonly StoredTable[] }

const tablesSql = `
  SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts, version() AS engine
  FROM system.parts
  WHERE database = currentDatabase() AND active
  GROUP BY table
  ORDER BY table
`

const tableRow = z.object({
  table: z.string(),
  rows: z.coerce.number(),
  bytes: z.coerce.number(),
  parts: z.coerce.number(),
  engine: z.string(),
})

/** The size of each table, and the version of the engine. */
export async function storedTables(context: TelemetryContext): Promise<StoredTables> {
  const rows = await systemRows(context.connection.writer(), tableRow, tablesSql)
  return {
    engine: rows[0]?.engine ?? '',
    tables: rows.map(({ engine: _, ...table }) => table),
  }
}
