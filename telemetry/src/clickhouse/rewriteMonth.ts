import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'
import { systemRows } from './systemRows.ts'

/** How long the engine may take to write one month of a table anew. */
const longestRewriteMs = 10 * 60_000
const lookAgainMs = 200

/** A change of rows that lie in one month of a table. */
type RewriteMonth = {
  readonly table: string
  /** Sent to the engine with the statement. */
  readonly name: string
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Changes or deletes rows of one month while inserts go on; resolves when the engine has written the month anew.
 * A failed mutation is cancelled and thrown, so that it is repeated as a whole.
 */
export function rewriteMonth(context: TelemetryContext, rewrite: RewriteMonth): Promise<void> {
  // One at a time: each waits for the end of all, and one that fails is cancelled with all.
  return context.rewrites.alone(() => rewriteNow(context, rewrite))
}

async function rewriteNow(
  context: TelemetryContext,
  { table, name, sql, params }: RewriteMonth,
): Promise<void> {
  const writer = context.connection.writer()
  await writer.command({
    query: sql,
    query_params: { ...params },
    clickhouse_settings: { log_comment: name, wait_end_of_query: 1 },
  })
  const giveUpAt = performance.now() + longestRewriteMs
  for (;;) {
    const [state] = await systemRows(writer, row, openSql, { table })
    if (state?.open === 0) return
    const tooLong = performance.now() > giveUpAt
    if (state?.fault || tooLong) {
      await writer.command({ query: killSql, query_params: { table } })
      throw new Error(`${table} could not be written anew: ${state?.fault || 'it took too long'}`)
    }
    await sleep(lookAgainMs)
  }
}

const row = z.object({ open: z.coerce.number(), fault: z.string() })
const openSql = `
  SELECT count() AS open, max(latest_fail_reason) AS fault FROM system.mutations
  WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`
const killSql = `
  KILL MUTATION WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`
