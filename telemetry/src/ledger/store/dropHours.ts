import type { TelemetryContext } from '../../context.ts'

const statements = [
  ['mode_hour', 'ALTER TABLE mode_hour DROP PARTITION {month:UInt32}'],
  ['hour_ledger', 'ALTER TABLE hour_ledger DROP PARTITION {month:UInt32}'],
] as const

/** Removes the hour rows of a month, sums and modes; they are made from its minutes again. */
export async function dropHours(context: TelemetryContext, month: number): Promise<void> {
  for (const [table, query] of statements) await drop(context, table, query, month)
}

function drop(
  context: TelemetryContext,
  table: string,
  query: string,
  month: number,
): Promise<void> {
  return context.damage.rewriting(table, month, async () => {
    await context.connection.writer().command({
      query,
      query_params: { month },
      clickhouse_settings: { log_comment: 'ledger.dropHours', wait_end_of_query: 1 },
    })
  })
}
