import { randomUUID } from 'node:crypto'
import { deadline, persist } from '../../clickhouse/insertDurably.ts'
import { encodeTimes } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'

const limits = { seconds: 60, memoryBytes: 1_000_000_000 } as const

/**
 * Inserts rows that the engine makes from other rows, again until it has answered. A statement that may still run is stopped before it is
 * repeated: it would write what the other rows were before.
 */
export async function insertInEngine(
  context: TelemetryContext,
  { name, sql, params }: { readonly name: string; readonly sql: string; readonly params: object },
): Promise<void> {
  const writer = context.connection.writer()
  await persist(context, deadline(), async () => {
    const queryId = randomUUID()
    try {
      await writer.command({
        query: sql,
        query_id: queryId,
        query_params: encodeTimes(params),
        clickhouse_settings: {
          log_comment: name,
          wait_end_of_query: 1,
          insert_deduplicate: 0,
          max_threads: 1,
          max_execution_time: limits.seconds,
          max_memory_usage: String(limits.memoryBytes),
          max_partitions_per_insert_block: '1000',
          session_timezone: 'UTC',
        },
      })
    } catch (error) {
      await writer
        .command({
          query: 'KILL QUERY WHERE query_id = {queryId:String} SYNC',
          query_params: { queryId },
        })
        .catch(() => {})
      throw error
    }
  })
}
