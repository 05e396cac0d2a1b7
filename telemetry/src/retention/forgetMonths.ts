import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { TelemetryRoom } from '../room.ts'
import { bulkLimits, select } from '../select.ts'
import type { KeptTable } from './keptTables.ts'
import { type KeepDays, type MonthHeld, monthsDue, oldestKept } from './monthsDue.ts'

/** Months of one table that go in one run; what is left goes in the next. */
const monthsAtOnce = 120
/** How long a run waits for the engine to write one month anew. */
const longestRewriteMs = 10 * 60_000
const lookAgainMs = 200

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
  room: TelemetryRoom,
  table: KeptTable,
  keep: KeepDays,
  mayGo: (held: MonthHeld) => boolean = () => true,
): Promise<number> {
  const now = room.now()
  const rows = await select(room, {
    name: 'retention.months',
    sql: table.months,
    params: { before: new Date(oldestKept(keep, now)) },
    limits: bulkLimits,
    row: held,
  })
  const due = monthsDue(rows, keep, now, mayGo).slice(0, monthsAtOnce)
  for (const { month, clientIds, whole } of due) {
    await change(room, whole ? table.dropMonth : table.removeClients, { month, clientIds })
    if (!whole) await rewritten(room, table.name)
    room.log.info(
      { table: table.name, month, clients: clientIds.length, whole },
      'What was kept long enough was taken away',
    )
  }
  return due.length
}

async function change(
  room: TelemetryRoom,
  query: string,
  params: { readonly month: number; readonly clientIds: readonly number[] },
): Promise<void> {
  await room.connection.writer().command({
    query,
    query_params: params,
    clickhouse_settings: { log_comment: 'retention.forget', wait_end_of_query: 1 },
  })
}

const openSql = `
  SELECT count() AS open FROM system.mutations
  WHERE database = 'packboard' AND table = {table:String} AND NOT is_done`

/** One month at a time: resolves when the engine has written the last one anew. */
async function rewritten(room: TelemetryRoom, table: string): Promise<void> {
  const giveUpAt = performance.now() + longestRewriteMs
  for (;;) {
    const answer = await room.connection.writer().query({
      query: openSql,
      query_params: { table },
      format: 'JSONEachRow',
    })
    const [row] = z.array(z.object({ open: z.coerce.number() })).parse(await answer.json())
    if (row?.open === 0) return
    if (performance.now() > giveUpAt) throw new Error(`${table} is still being written anew`)
    await sleep(lookAgainMs)
  }
}
