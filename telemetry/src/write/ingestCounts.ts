import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deadline, insertDurably } from '../clickhouse/insertDurably.ts'
import { RowWriter } from '../clickhouse/rowWriter.ts'
import { select } from '../clickhouse/select.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type { MachineCounts } from '../records.ts'

const flushEveryMs = 5_000
const hourMs = 3_600_000

const sql = `INSERT INTO ingest_count
  (client_id, machine_id, hour, accepted, duplicate, late, quarantined, conflicting, alive, upto)
  FORMAT RowBinary`

/** Records that were stored and not counted, because Packboard was killed in between: which of them were late or conflicting is not known. */
const recountSql = `
  INSERT INTO ingest_count (client_id, machine_id, hour, accepted, quarantined, alive, upto)
  SELECT client_id, machine_id, hour, sum(stored), sum(refused), sum(empty), {upto:UInt64}
  FROM (
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, countIf(NOT alive) AS stored,
      0 AS refused, countIf(alive) AS empty
    FROM sample WHERE batch > {after:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, count() AS stored, 0 AS refused, 0 AS empty
    FROM alarm WHERE batch > {after:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, count() AS stored, 0 AS refused, 0 AS empty
    FROM audit WHERE batch > {after:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT ifNull(client_id, 0) AS client_id, ifNull(machine_id, 0) AS machine_id,
      toStartOfHour(received_at) AS hour, 0 AS stored, count() AS refused, 0 AS empty
    FROM quarantine WHERE batch > {after:UInt64} GROUP BY client_id, machine_id, hour
  )
  GROUP BY client_id, machine_id, hour
`

type Line = { clientId: number; hour: number; counts: MachineCounts }

/**
 * Counts per machine and hour the outcome of its records. They are gathered in memory and written every 5 s with the number of
 * the newest batch that they contain: after a kill, the counts of the batches after it are made from what is stored. Only
 * repeats, which are not stored, may be missing then.
 */
type IngestCounts = Service & {
  /** `batch`: the newest one that is counted now. */
  add(clientId: number, counts: MachineCounts, batch: bigint): void
  flush(): Promise<void>
}

export async function openIngestCounts(
  context: TelemetryContext,
  newestBatch: bigint,
): Promise<IngestCounts> {
  await countStored(context, newestBatch)
  let counted = newestBatch
  let gathered = new Map<string, Line>()
  /** Lines whose insert has begun; repeated with the same token until it is known to have worked. */
  let leaving: { token: string; rows: Buffer } | undefined
  let flushing = Promise.resolve()

  async function flushNow(): Promise<void> {
    if (!leaving && gathered.size > 0) {
      leaving = { token: randomUUID(), rows: encode([...gathered.values()], counted) }
      gathered = new Map()
    }
    if (!leaving) return
    await insertDurably(
      context,
      { name: 'write.ingestCounts', sql, rows: leaving.rows },
      { token: leaving.token, limit: deadline(), started: () => {} },
    )
    leaving = undefined
  }

  function flush(): Promise<void> {
    flushing = flushing.then(flushNow).catch((error: unknown) => {
      context.log.warn({ err: error }, 'Counts of records could not be written; trying again')
    })
    return flushing
  }

  const timer = setInterval(flush, flushEveryMs)
  timer.unref()

  return {
    add(clientId, counts, batch) {
      counted = batch
      const hour = Math.floor(context.now() / hourMs) * hourMs
      const key = `${clientId}|${counts.machineId}|${hour}`
      const line = gathered.get(key)
      gathered.set(key, {
        clientId,
        hour,
        counts: line ? sum(line.counts, counts) : counts,
      })
    },
    async flush() {
      await flush()
      await flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

async function countStored(context: TelemetryContext, newestBatch: bigint): Promise<void> {
  const [found] = await select(context, {
    name: 'write.newestCounted',
    sql: 'SELECT max(upto) AS newest, count() AS counts FROM ingest_count',
    params: {},
    row: z.object({ newest: z.coerce.bigint(), counts: z.coerce.number() }),
  })
  const after = found?.newest ?? 0n
  // Counts of before the number was written: what they contain is not known, and counting twice is worse.
  const fromBefore = after === 0n && found?.counts !== 0
  if (after >= newestBatch || fromBefore) return
  await context.connection.writer().command({
    query: recountSql,
    query_params: { after: String(after), upto: String(newestBatch) },
    clickhouse_settings: { log_comment: 'write.recount', wait_end_of_query: 1 },
  })
}

function sum(a: MachineCounts, b: MachineCounts): MachineCounts {
  return {
    machineId: a.machineId,
    accepted: a.accepted + b.accepted,
    duplicate: a.duplicate + b.duplicate,
    late: a.late + b.late,
    quarantined: a.quarantined + b.quarantined,
    conflicting: a.conflicting + b.conflicting,
    alive: a.alive + b.alive,
  }
}

/** An unknown machine has the number 0 in the store. */
function encode(lines: Line[], counted: bigint): Buffer {
  const row = new RowWriter()
  for (const { clientId, hour, counts } of lines) {
    row.uint32(clientId)
    row.uint32(counts.machineId ?? 0)
    row.seconds(hour)
    row.uint64(BigInt(counts.accepted))
    row.uint64(BigInt(counts.duplicate))
    row.uint64(BigInt(counts.late))
    row.uint64(BigInt(counts.quarantined))
    row.uint64(BigInt(counts.conflicting))
    row.uint64(BigInt(counts.alive))
    row.uint64(counted)
  }
  return row.bytes()
}
