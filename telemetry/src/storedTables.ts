import { z } from 'zod'
import type { TelemetryContext } from './context.ts'

/** What the store holds, without whose it is. */
export type StoredTable = {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly parts: number
}
export type StoredTables = { readonly engine: string; readonly tables: readonly StoredTable[] }

const sql = `
  SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts, version() AS engine
  FROM system.parts
  WHERE database = currentDatabase() AND active
  GROUP BY table
  ORDER BY table
`

const row = z.array(
  z.object({
    table: z.string(),
    rows: z.coerce.number(),
    bytes: z.coerce.number(),
    parts: z.coerce.number(),
    engine: z.string(),
  }),
)

/** The size of each table, and the version of the engine. */
export async function storedTables(context: TelemetryContext): Promise<StoredTables> {
  // The reader may read Packboard's own tables alone.
  const answer = await context.connection.writer().query({ query: sql, format: 'JSONEachRow' })
  const rows = row.parse(await answer.json())
  return {
    engine: rows[0]?.engine ?? '',
    tables: rows.map(({ engine: _, ...table }) => table),
  }
}
