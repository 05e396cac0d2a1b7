import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** The blocks of inserts that are in a part of a table, and its rows. */
type PartRange = { readonly from: number; readonly to: number; readonly rows: number }

/** What a month of a telemetry table held when it was last seen whole (D69). */
type TelemetryMonth = {
  readonly table: string
  readonly month: number
  readonly tableId: string
  readonly parts: readonly PartRange[]
  readonly damagedSince: bigint | null
  readonly accepted: readonly string[]
}

/** The record of the telemetry store's parts: read when it is opened, written as it changes, at most once a minute. */
export function telemetryParts(management: Management) {
  const store = inside(management)
  return {
    read: (): Promise<TelemetryMonth[]> =>
      store.read(async (db) => {
        const rows = await db.selectFrom('telemetry_month').selectAll().execute()
        return rows.map((row) => ({
          table: row.table_name,
          month: row.month,
          tableId: row.table_id,
          parts: row.parts.map(([from, to, rows]) => ({ from, to, rows })),
          damagedSince: row.damaged_since === null ? null : BigInt(row.damaged_since),
          accepted: row.accepted,
        }))
      }),
    async write(months: readonly TelemetryMonth[]): Promise<void> {
      await store.write((db) =>
        db
          .insertInto('telemetry_month')
          .values(
            months.map(({ table, month, tableId, parts, damagedSince, accepted }) => ({
              table_name: table,
              month,
              table_id: tableId,
              parts: JSON.stringify(parts.map(({ from, to, rows }) => [from, to, rows])),
              damaged_since: damagedSince === null ? null : String(damagedSince),
              accepted: JSON.stringify(accepted),
            })),
          )
          .onConflict((it) =>
            it.columns(['table_name', 'month']).doUpdateSet({
              table_id: sql`excluded.table_id`,
              parts: sql`excluded.parts`,
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
          .where('table_name', '=', table)
          .where('month', '=', month)
          .execute(),
      )
    },
  }
}
