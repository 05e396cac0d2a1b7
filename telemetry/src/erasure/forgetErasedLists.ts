import type { TelemetryContext } from '../context.ts'

/** Older rows are put into the store: names that were taken out of it may stand in them. To be called before. */
export async function forgetErasedLists({
  connection,
}: Pick<TelemetryContext, 'connection'>): Promise<void> {
  const writer = connection.writer()
  // Parts are looked for before the schema of an older store is brought up to date.
  const answer = await writer.query({ query: 'EXISTS TABLE erased_list', format: 'JSONEachRow' })
  const [table] = await answer.json<{ result: number }>()
  if (table?.result !== 1) return
  await writer.command({
    query: `INSERT INTO erased_list SELECT client_id, '' FROM erased_list FINAL`,
    clickhouse_settings: { log_comment: 'erasure.forget', wait_end_of_query: 1 },
  })
}
