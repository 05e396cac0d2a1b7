import type { TelemetryContext } from '../context.ts'

/** Older rows are put into the store: names that were taken out of it may stand in them. To be called before. */
export async function forgetErasedLists({
  connection,
}: Pick<TelemetryContext, 'connection'>): Promise<void> {
  await connection.writer().command({
    query: `INSERT INTO erased_list SELECT client_id, '' FROM erased_list FINAL`,
    clickhouse_settings: { log_comment: 'erasure.forget', wait_end_of_query: 1 },
  })
}
