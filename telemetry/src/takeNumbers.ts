import { z } from 'zod'
import { endWrites } from './clickhouse/fencedConnection.ts'
import { select } from './clickhouse/select.ts'
import type { TelemetryContext } from './context.ts'
import { readLedgerVersion } from './ledger/store/ledgerVersion.ts'
import { readNewestBatch } from './write/newestBatch.ts'

/** One process at a time holds a store; each time that one takes it there is a new, higher number. */
export type Owner = {
  /** False once another process may hold it. */
  mayWrite(): boolean
  readonly generation: bigint
}

/** The tables whose rows have the number of the write that brought them, and the column that it is in. */
export const numbered = {
  sample: 'batch',
  alarm: 'batch',
  audit: 'batch',
  quarantine: 'batch',
  ingest_count: 'upto',
  machine_rule: 'version',
  minute_ledger: 'version',
  hour_ledger: 'version',
  mode_hour: 'version',
} as const

/** So many numbers has each owner: more than writes of a century. */
const numbersOfOwner = 1n << 32n

const constrain = `
  ALTER TABLE {table:Identifier}
    DROP CONSTRAINT IF EXISTS by_holder, ADD CONSTRAINT by_holder CHECK {column:Identifier} >= {first:UInt64}`
const free = 'ALTER TABLE {table:Identifier} DROP CONSTRAINT IF EXISTS by_holder'

/**
 * Gives the store to an owner: no row with a number of an earlier one is taken in any more, whenever it arrives. Returns the first
 * number of this one.
 * A check of the process before it writes does not reach far enough: it may be stopped between the check and the end of its request,
 * and the engine lists no insert, so ends none, that has not come to its end.
 */
export async function takeNumbers(
  context: TelemetryContext,
  { generation }: Owner,
  database: string,
): Promise<bigint> {
  const [batch, version] = await Promise.all([readNewestBatch(context), readLedgerVersion(context)])
  const newest = batch > version ? batch : version
  const own = generation * numbersOfOwner
  // The generations of another management store, as one out of a backup, begin anew.
  const first = newest < own ? own : (newest / numbersOfOwner + 1n) * numbersOfOwner
  const writer = context.connection.writer()
  await Promise.all(
    Object.entries(numbered).map(([table, column]) =>
      writer.command({
        query: constrain,
        query_params: { table, column, first: first.toString() },
      }),
    ),
  )
  // What was listed before knows nothing of it.
  await endWrites(context.connection, database)
  return first
}

const constrainedSql = `
  SELECT name FROM system.tables
  WHERE database = currentDatabase() AND position(create_table_query, 'CONSTRAINT by_holder') > 0`

/** A process that has no others beside it goes on with the numbers that are there. */
export async function freeNumbers(context: TelemetryContext): Promise<void> {
  const tables = await select(context, {
    name: 'store.constrained',
    sql: constrainedSql,
    params: {},
    row: z.object({ name: z.enum(Object.keys(numbered) as (keyof typeof numbered)[]) }),
  })
  const writer = context.connection.writer()
  for (const { name } of tables) {
    await writer.command({ query: free, query_params: { table: name } })
  }
}
