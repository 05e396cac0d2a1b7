import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { KeptTable } from './keptTables.ts'
import { endOfMonth, type KeepDays, type MonthHeld, monthsDue, oldestKept } from './monthsDue.ts'

/** Months of one table that go in one run; what is left goes in the next. */
const monthsAtOnce = 120

const held = z.object({
  month: z.number(),
  clientId: z.coerce.number(),
  newest: z.coerce.bigint(),
})

/**
 * Takes away the months of a table that are kept no longer, and says how many. One after the other and oldest first;
 * inserts and questions go on meanwhile. What a run leaves is found by the next one.
 */
export async function forgetMonths(
  context: TelemetryContext,
  table: KeptTable,
  keep: KeepDays,
  {
    mayGo = () => true,
    leave,
  }: {
    readonly mayGo?: (held: MonthHeld) => boolean
    /** Told before a month goes: the clients whose rows go, and the end of the month. */
    readonly leave?: (clientIds: readonly number[], before: number) => Promise<void>
  } = {},
): Promise<number> {
  const now = context.now()
  const rows = await select(context, {
    name: 'retention.months',
    sql: table.months,
    params: { before: new Date(oldestKept(keep, now)) },
    limits: bulkLimits,
    row: held,
  })
  const due = monthsDue(rows, keep, now, mayGo).slice(0, monthsAtOnce)
  for (const { month, clientIds, upTo, whole } of due) {
    await leave?.(clientIds, endOfMonth(month))
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
    context.log.info(
      { table: table.name, month, clients: clientIds.length, whole },
      'What was kept long enough was taken away',
    )
  }
  return due.length
}

const name = 'retention.forget'
