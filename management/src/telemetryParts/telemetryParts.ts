import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** The blocks of inserts that are in a part of a table, its rows, and the checksum of its files. */
type PartRange = {
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly id: string
}
/** A part that is lost; null: nothing says how many rows. */
type MissingPart = Omit<PartRange, 'rows'> & { readonly rows: number | null }

/** What a month of a telemetry table held at the last look, and what it had lost before (D69). */
type TelemetryMonth = {
  readonly table: string
  readonly month: number
  readonly tableId: string
  readonly parts: readonly PartRange[]
  readonly missing: readonly MissingPart[]
  readonly damagedSince: bigint | null
  readonly accepted: readonly string[]
}

/**
 * The record of the parts of the telemetry store of a cell: read when it is opened, written as it changes, at most once a
 * minute.
 */
export function telemetryParts(management: Management, cellId = 0) {
  const store = inside(management)
  const prefix = cellId === 0 ? '' : `${cellId}.`
  const isOwn = (table: string) => (prefix === '' ? !table.includes('.') : table.startsWith(prefix))
  return {
    read: (): Promise<TelemetryMonth[]> =>
      store.read(async (db) => {
        const rows = await db.selectFrom('telemetry_month').selectAll().execute()
        return rows
          .filter((row) => isOwn(row.table_name))
          .map((row) => ({
            table: row.table_name.slice(prefix.length),
            month: row.month,
            tableId: row.table_id,
            parts: row.parts.map(([from, to, rows, id]) => ({ from, to, rows, id })),
            missing: row.missing.map(([from, to, rows, id]) => ({ from, to, rows, id })),
            damagedSince: row.damaged_since === null ? null : BigInt(row.damaged_since),
            accepted: row.accepted,
          }))
      }),
    async write(months: readonly TelemetryMonth[]): Promise<void> {
      await store.write((db) =>
        db
          .insertInto('telemetry_month')
          .values(
            months.map(({ table, month, tableId, parts, missing, damagedSince, accepted }) => ({
              table_name: prefix + table,
              month,
              table_id: tableId,
              parts: JSON.stringify(parts.map(({ from, to, rows, id }) => [from, to, rows, id])),
              missing: JSON.stringify(
                missing.map(({ from, to, rows, id }) => [from, to, rows, id]),
              ),
              damaged_since: damagedSince === null ? null : String(damagedSince),
              accepted: JSON.stringify(accepted),
            })),
          )
          .onConflict((it) =>
            it.columns(['table_name', 'month']).doUpdateSet({
              table_id: sql`excluded.table_id`,
              parts: sql`excluded.parts`,
              missing: sql`excluded.missing`,
              damaged_since: sql`excluded.damaged_since`,
              accepted: sql`excluded.accepted`,
            }),
          )
          .execute(),
      )
    },
    async forget(table: string, month: number): Promise<void> {
      await store.write((db) =>
        db
          .deleteFrom('telemetry_month')
          .where('table_name', '=', prefix + table)
          .where('month', '=', month)
          .execute(),
      )
    },
  }
}
