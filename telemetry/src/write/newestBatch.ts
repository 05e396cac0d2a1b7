import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'

/**
 * A batch that was surely taken: what the counts contain, what the ledger contains, and the rules, whose versions are batches.
 * These tables are small, and the newest record is seldom far above.
 */
const knownSql = `
  SELECT max(newest) AS newest FROM (
    SELECT max(upto) AS newest FROM ingest_count
    UNION ALL SELECT max(batch) FROM ledger_position WHERE name = 'batch'
    UNION ALL SELECT max(version) FROM machine_rule
  )
`

/** The engine knows of each stretch of records their newest batch (the index `by_batch`) and opens only those above. */
const newestSql = `
  SELECT max(newest) AS newest FROM (
    SELECT max(batch) AS newest FROM sample WHERE batch > {known:UInt64}
    UNION ALL SELECT max(batch) FROM alarm WHERE batch > {known:UInt64}
    UNION ALL SELECT max(batch) FROM audit WHERE batch > {known:UInt64}
    UNION ALL SELECT max(batch) FROM quarantine WHERE batch > {known:UInt64}
  )
`

const found = z.object({ newest: z.coerce.bigint() })

/** The number of the newest batch that ever was, or that after which those of this process begin; 0 in a new store. */
export async function readNewestBatch(context: TelemetryContext): Promise<bigint> {
  const [inCounts] = await select(context, {
    name: 'write.knownBatch',
    sql: knownSql,
    params: {},
    row: found,
  })
  const known = inCounts?.newest ?? 0n
  const [above] = await select(context, {
    name: 'write.newestBatch',
    sql: newestSql,
    params: { known },
    limits: bulkLimits,
    row: found,
  })
  const newest = above !== undefined && above.newest > known ? above.newest : known
  return newest > context.numbers.from ? newest : context.numbers.from
}
