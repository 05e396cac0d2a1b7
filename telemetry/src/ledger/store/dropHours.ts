import type { TelemetryContext } from '../../context.ts'

/** Removes the hour rows of a month; they are made from its minutes again. */
export function dropHours(context: TelemetryContext, month: number): Promise<void> {
  return context.damage.rewriting('hour_ledger', month, async () => {
    await context.connection.writer().command({
      query: 'ALTER TABLE hour_ledger DROP PARTITION {month:UInt32}',
      query_params: { month },
      clickhouse_settings: { log_comment: 'ledger.dropHours', wait_end_of_query: 1 },
    })
  })
}
