import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import { endOfMonth, type KeepDays, monthsDue, oldestKept, type StoredMonth } from './monthsDue.ts'

/**
 * What machines sent, as it arrived (D6). A quarantined record may belong to no known client; 0 stands for none. No month is
 * dropped at once: a record may arrive between the check and the drop, and it is not yet past its retention.
 */
const rawTables = [
  {
    name: 'sample',
    months: `
      SELECT toYYYYMM(at) AS month, client_id AS clientId, max(batch) AS newest
      FROM sample WHERE at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE sample DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'alarm',
    months: `
      SELECT toYYYYMM(raised_at) AS month, client_id AS clientId, max(batch) AS newest
      FROM alarm WHERE raised_at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE alarm DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'audit',
    months: `
      SELECT toYYYYMM(at) AS month, client_id AS clientId, max(batch) AS newest
      FROM audit WHERE at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE audit DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'quarantine',
    months: `
      SELECT toYYYYMM(received_at) AS month, ifNull(client_id, 0) AS clientId, max(batch) AS newest
      FROM quarantine WHERE received_at < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE quarantine DELETE IN PARTITION {month:UInt32}
      WHERE ifNull(client_id, 0) IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
] as const

/**
 * What is derived from it, minute by minute (D11), and the minutes added up by hour. The hours are deleted first: hours that have
 * minutes and no rows are made again.
 */
const minuteTables = [
  {
    name: 'mode_hour',
    months: `
      SELECT toYYYYMM(hour) AS month, client_id AS clientId, 0 AS newest
      FROM mode_hour WHERE hour < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE mode_hour DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE mode_hour DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
  {
    name: 'hour_ledger',
    months: `
      SELECT toYYYYMM(hour) AS month, client_id AS clientId, 0 AS newest
      FROM hour_ledger WHERE hour < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE hour_ledger DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE hour_ledger DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
  {
    name: 'minute_ledger',
    months: `
      SELECT toYYYYMM(minute) AS month, client_id AS clientId, 0 AS newest
      FROM minute_ledger WHERE minute < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE minute_ledger DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE minute_ledger DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
  {
    name: 'gap_repair',
    months: `
      SELECT toYYYYMM(until) AS month, client_id AS clientId, 0 AS newest
      FROM gap_repair WHERE until < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE gap_repair DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE gap_repair DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
] as const

/**
 * Where a kind of records lies, month by month: `months` returns the months before a moment that hold records, by client,
 * with the newest batch in each. `dropMonth` drops a whole month at once, where that is allowed; `removeClients` deletes the
 * rows of some clients from it, and the engine rewrites its files while inserts go on.
 */
type KeptTable = (typeof rawTables)[number] | (typeof minuteTables)[number]

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
