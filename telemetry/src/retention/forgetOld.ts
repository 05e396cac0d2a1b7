import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import { endOfMonth, type KeepDays, monthsDue, oldestKept, type StoredMonth } from './monthsDue.ts'

/**
 * A kind of records: its table, the column of its time, and how it goes. A quarantined record may belong to no known client; 0 stands
 * for none.
 */
type KeptTable = {
  readonly name: string
  readonly time: string
  /** The months before a moment that hold rows, by client, with the newest batch in each. */
  readonly months: typeof rawMonths | typeof minuteMonths
  /** Drops a whole month at once, where that is allowed. */
  readonly dropMonth: string | null
  /** Deletes the rows of some clients from a month; the engine rewrites its files while inserts go on. */
  readonly removeClients: string
}

const rawMonths = `
  SELECT toYYYYMM({time:Identifier}) AS month, ifNull(client_id, 0) AS clientId, max(batch) AS newest
  FROM {table:Identifier} WHERE {time:Identifier} < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`
const removeRaw = `
  ALTER TABLE {table:Identifier} DELETE IN PARTITION {month:UInt32}
  WHERE ifNull(client_id, 0) IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`

/**
 * What machines sent, as it arrived (D6). No month is dropped at once: a record may arrive between the check and the drop, and it is
 * not yet past its retention.
 */
const rawTables = [
  ['sample', 'at'],
  ['alarm', 'raised_at'],
  ['audit', 'at'],
  ['quarantine', 'received_at'],
].map(([name = '', time = '']): KeptTable => {
  return { name, time, months: rawMonths, dropMonth: null, removeClients: removeRaw }
})

const minuteMonths = `
  SELECT toYYYYMM({time:Identifier}) AS month, client_id AS clientId, 0 AS newest
  FROM {table:Identifier} WHERE {time:Identifier} < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`
const dropMonth = 'ALTER TABLE {table:Identifier} DROP PARTITION {month:UInt32}'
const removeMinutes = `
  ALTER TABLE {table:Identifier} DELETE IN PARTITION {month:UInt32}
  WHERE client_id IN {clientIds:Array(UInt32)}`

/**
 * What is derived from it, minute by minute (D11), and the minutes added up by hour. The hours are deleted first: hours that have
 * minutes and no rows are made again.
 */
const minuteTables = [
  ['mode_hour', 'hour'],
  ['hour_ledger', 'hour'],
  ['minute_ledger', 'minute'],
  ['gap_repair', 'until'],
].map(([name = '', time = '']): KeptTable => {
  return { name, time, months: minuteMonths, dropMonth, removeClients: removeMinutes }
})

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
async function forgetMonths(
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
    params: { table: table.name, time: table.time, before: new Date(oldestKept(keep, now)) },
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
          query_params: { table: table.name, month },
          clickhouse_settings: { log_comment: name, wait_end_of_query: 1 },
        })
      } else {
        const params = { table: table.name, month, clientIds, upTo }
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

/** How long telemetry keeps what machines sent, and the minutes that are derived from it (D53). */
export type TelemetryKeeps = { readonly raw: KeepDays; readonly minutes: KeepDays }

/**
 * Deletes raw records that are past their retention; at any time, because the ledger is informed first: it never computes the
 * minutes of a machine anew from deleted records. Records that the ledger has not folded are never deleted, nor the newest batch:
 * its number must not be given twice.
 */
export async function forgetOldRecords(context: OpenContext, keep: KeepDays): Promise<number> {
  const ledger = context.ledger
  const { folded, newest } = await numbers(context)
  let months = 0
  for (const table of rawTables) {
    const isFolded = table.name === 'sample' || table.name === 'alarm'
    months += await forgetMonths(context, table, keep, {
      mayGo: (month) => month.newest < newest && (!isFolded || month.newest <= folded),
      ...(isFolded && { leave: (clientIds, before) => ledger.leaveRecords(clientIds, before) }),
    })
  }
  return months
}

/** Deletes minutes that are past their retention; at any time. */
export async function forgetOldMinutes(context: OpenContext, keep: KeepDays): Promise<number> {
  return context.ledger.forgetMinutes(async () => {
    let months = 0
    for (const table of minuteTables) months += await forgetMonths(context, table, keep)
    return months
  })
}

const sql = `
  SELECT
    (SELECT max(batch) FROM ledger_position WHERE name = 'batch') AS folded,
    greatest(
      (SELECT max(batch) FROM sample), (SELECT max(batch) FROM alarm),
      (SELECT max(batch) FROM audit), (SELECT max(batch) FROM quarantine),
      (SELECT max(version) FROM machine_rule)
    ) AS newest
`

async function numbers(context: OpenContext): Promise<{ folded: bigint; newest: bigint }> {
  const [row] = await select(context, {
    name: 'retention.numbers',
    sql,
    params: {},
    row: z.object({ folded: z.coerce.bigint(), newest: z.coerce.bigint() }),
  })
  return row ?? { folded: 0n, newest: 0n }
}
