import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnclear } from '@packboard/engines/clickhouse'
import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'

const lookAgainMs = 1_000
const open = z.object({ open: z.coerce.number() })

/**
 * Joins the parts of a month of a table into one, by which each column is written anew; `name` is what the statement is known by. A large
 * month takes longer than a request may, so its end is waited for; not after `signal`, and the engine goes on then.
 */
export async function joinParts(
  context: TelemetryContext,
  { table, month, name }: { readonly table: string; readonly month: number; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  const queryId = randomUUID()
  try {
    await context.connection.writer().command({
      query: 'OPTIMIZE TABLE {table:Identifier} PARTITION ID {month:String} FINAL',
      query_id: queryId,
      query_params: { table, month: String(month) },
      clickhouse_settings: { log_comment: name },
    })
  } catch (error) {
    if (!isUnclear(error)) throw error
    while (!signal.aborted) {
      await sleep(lookAgainMs, undefined, { ref: false })
      const answer = await context.connection.writer().query({
        query: 'SELECT count() AS open FROM system.processes WHERE query_id = {queryId:String}',
        query_params: { queryId },
        format: 'JSONEachRow',
      })
      const [state] = z.array(open).parse(await answer.json())
      if (state?.open === 0) return
    }
  }
}
