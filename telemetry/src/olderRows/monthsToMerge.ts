import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnclear } from '@packboard/engines/clickhouse'
import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'
import { monthRow } from './monthRow.ts'

const lookAgainMs = 1_000

/** Parts that were written before the columns got the packing of today (schema step 10). */
const monthsSql = `
  SELECT DISTINCT toUInt32(partition_id) AS month FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'sample' AND modification_time < (
    SELECT max(toDateTime(applied_at)) FROM schema_version WHERE version = 10
  )`

/** The months of records that the engine has not written since. */
export async function monthsToMerge(context: TelemetryContext): Promise<number[]> {
  const answer = await context.connection
    .writer()
    .query({ query: monthsSql, format: 'JSONEachRow' })
  return z
    .array(monthRow)
    .parse(await answer.json())
    .map(({ month }) => month)
}

/** Joins the parts of a month into one, by which each column is written anew. A large month takes longer than a request may. */
export async function mergeSamples(
  context: TelemetryContext,
  month: number,
  signal: AbortSignal,
): Promise<void> {
  const writer = context.connection.writer()
  const queryId = randomUUID()
  try {
    await writer.command({
      query: 'OPTIMIZE TABLE sample PARTITION ID {month:String} FINAL',
      query_id: queryId,
      query_params: { month: String(month) },
      clickhouse_settings: { log_comment: 'olderRows.mergeSamples' },
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
      const [state] = z.array(z.object({ open: z.coerce.number() })).parse(await answer.json())
      if (state?.open === 0) return
    }
  }
}
