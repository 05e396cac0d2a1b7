import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { KeptTable } from './keptTables.ts'
import { endOfMonth, type KeepDays, monthsDue, oldestKept, type StoredMonth } from './monthsDue.ts'

/** Months of one table that are deleted in one run; the rest follows in the next. */
const monthsAtOnce = 120

const row = z.object({
  month: z.number(),
  clientId: z.coerce.number(),
  newest: z.coerce.bigint(),
})

/**
 * Deletes the months of a table that are past their retention, and returns how many. One after the other and oldest first;
 * inserts and queries continue meanwhile. What a run leaves is found by the next one.
 */
export async function forgetMonths(
  context: TelemetryContext,
  table: KeptTable,
  keep: KeepDays,
  {
    mayGo = () => true,
    leave,
  }: {
    readonly mayGo?: (month: StoredMonth) => boolean
    /** Called before a month is deleted: the clients whose rows it holds, and the end of the month. */
    readonly leave?: (clientIds: readonly number[], before: number) => Promise<void>
  } = {},
): Promise<number> {
  const now = context.now()
  const rows = await select(context, {
    name: 'retention.months',
    sql: table.months,
    params: { before: new Date(oldestKept(keep, now)) },
    limits: bulkLimits,
    row,
  })
  const due = monthsDue(rows, keep, now, mayGo).slice(0, monthsAtOnce)
  for (const { month, clientIds, upTo, whole } of due) {
    await leave?.(clientIds, endOfMonth(month))
    await context.damage.rewriting(table.name, month, async () => {
      if (whole && table.dropMonth !== null) {
        await context.connection.writer().command({
          query: table.dropMonth,
          query_params: { month },
          clickhouse_settings: { log_comment: name, wait_end_of_query: 1 },
        })
      } else {
        const params = { month, clientIds, upTo }
        await rewriteMonth(context, { table: table.name, name, sql: table.removeClients, params })
      }
    })
    context.log.info(
      { table: table.name, month, clients: clientIds.length, whole },
      'Rows past their retention were deleted',
    )
  }
  return due.length
}

const name = 'retention.forget'
