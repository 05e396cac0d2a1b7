import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import { forgetMonths } from './forgetMonths.ts'
import { minuteTables, rawTables } from './keptTables.ts'
import type { KeepDays } from './monthsDue.ts'

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
