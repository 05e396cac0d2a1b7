import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'

/** The tables that a commit writes. */
export type CommitTable = keyof typeof storedSql

const storedSql = {
  sample: `SELECT count() AS stored FROM sample
    WHERE batch >= {first:UInt64} AND batch <= {last:UInt64}`,
  alarm: `SELECT count() AS stored FROM alarm
    WHERE batch >= {first:UInt64} AND batch <= {last:UInt64}`,
  audit: `SELECT count() AS stored FROM audit
    WHERE batch >= {first:UInt64} AND batch <= {last:UInt64}`,
  quarantine: `SELECT count() AS stored FROM quarantine
    WHERE batch >= {first:UInt64} AND batch <= {last:UInt64}`,
} as const

/** How many of the rows of a commit a table holds; the commit alone has these batch numbers. */
export async function storedOf(
  context: TelemetryContext,
  { table, rows, first, last }: CommitRows,
): Promise<'all' | 'some' | 'none'> {
  const [found] = await select(context, {
    name: 'write.storedOf',
    sql: storedSql[table],
    params: { first, last },
    limits: bulkLimits,
    row: z.object({ stored: z.coerce.number() }),
  })
  const stored = found?.stored ?? 0
  if (stored === 0) return 'none'
  return stored < rows ? 'some' : 'all'
}

type CommitRows = {
  readonly table: CommitTable
  readonly rows: number
  readonly first: bigint
  readonly last: bigint
}
