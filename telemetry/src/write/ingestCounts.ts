import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deadline, insertDurably, passes } from '../clickhouse/insertDurably.ts'
import { RowWriter } from '../clickhouse/rowWriter.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type { MachineCounts } from '../records.ts'

const flushEveryMs = 5_000
const hourMs = 3_600_000

const sql = `INSERT INTO ingest_count
  (client_id, machine_id, hour, accepted, duplicate, late, quarantined, conflicting, alive, back_fill, resets, upto)
  FORMAT RowBinary`

/**
 * What is stored of the batches after `after`, up to `upto`: records that were stored and not counted, because Packboard was
 * killed in between or their commit failed half way. Which of them were late or conflicting is not known.
 */
const storedSql = `
  SELECT client_id AS clientId, machine_id AS machineId, toUnixTimestamp(hour) * 1000 AS hour,
    sum(stored) AS accepted, sum(refused) AS quarantined, sum(empty) AS alive
  FROM (
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, countIf(NOT alive AND NOT death) AS stored,
      0 AS refused, countIf(alive) AS empty
    FROM sample WHERE batch > {after:UInt64} AND batch <= {upto:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, count() AS stored, 0 AS refused, 0 AS empty
    FROM alarm WHERE batch > {after:UInt64} AND batch <= {upto:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT client_id, machine_id, toStartOfHour(received_at) AS hour, count() AS stored, 0 AS refused, 0 AS empty
    FROM audit WHERE batch > {after:UInt64} AND batch <= {upto:UInt64} GROUP BY client_id, machine_id, hour
    UNION ALL
    SELECT ifNull(client_id, 0) AS client_id, ifNull(machine_id, 0) AS machine_id,
      toStartOfHour(received_at) AS hour, 0 AS stored, count() AS refused, 0 AS empty
    FROM quarantine WHERE batch > {after:UInt64} AND batch <= {upto:UInt64} GROUP BY client_id, machine_id, hour
  )
  GROUP BY client_id, machine_id, hour
`

const storedRow = z.object({
  clientId: z.number(),
  machineId: z.number(),
  hour: z.coerce.number(),
  accepted: z.coerce.number(),
  quarantined: z.coerce.number(),
  alive: z.coerce.number(),
})

/** Batches of which nothing is counted: those after `after`, up to `upto`. */
type Uncounted = { readonly after: bigint; readonly upto: bigint }

/** `upto`: the newest batch that is in the lines. */
type Leaving = {
  readonly token: string
  readonly lines: readonly Line[]
  readonly upto: bigint
  tried: boolean
}

type Line = { clientId: number; hour: number; counts: MachineCounts }

/**
 * Counts per machine and hour the outcome of its records. They are gathered in memory and written every 5 s with the number of
 * the newest batch that they contain: after a kill, the counts of the batches after it are made from what is stored. What is
 * not stored, repeats and records beyond a full quarantine, may be missing then; nothing else is left of it.
 */
type IngestCounts = Service & {
  /** `batch`: the newest one that is counted now. */
  add(clientId: number, counts: MachineCounts, batch: bigint): void
  /**
   * Counts what is stored of batches whose commit failed half way, with the next write of the counts; to be called when
   * nothing of them can arrive any more, after the newest batch was counted.
   */
  addStored(failed: Uncounted): void
  flush(): Promise<void>
}

export async function openIngestCounts(
  context: TelemetryContext,
  newestBatch: bigint,
): Promise<IngestCounts> {
  const after = await newestCounted(context)
  let counted = newestBatch
  let gathered = new Map<string, Line>()
  /** Lines whose insert has begun; repeated with the same token until it is known to have worked. */
  let leaving: Leaving | undefined
  let written = after
  let flushing = Promise.resolve()
  let failed: Uncounted[] = []

  /** A store that cannot be read now must not hold up the other counts, let alone the records. */
  async function countFailed(): Promise<void> {
    const ranges = failed
    failed = []
    for (const range of ranges) {
      try {
        await countStored(range)
      } catch (error) {
        if (passes(error)) failed.push(range)
        context.log.warn({ err: error }, 'Records of a failed commit could not be counted')
      }
    }
  }

  async function flushNow(): Promise<void> {
    await countFailed()
    if (!leaving && gathered.size > 0) {
      const lines = [...gathered.values()]
      leaving = { token: randomUUID(), lines, upto: counted, tried: false }
      gathered = new Map()
    }
    if (!leaving) return
    const { token, lines, upto, tried } = leaving
    leaving.tried = true
    await insertDurably(
      context,
      { name: 'write.ingestCounts', sql, rows: encode(lines, upto) },
      { limit: deadline(), once: { token, repeated: tried, stored: () => storedUpTo(upto) } },
    )
    written = upto
    leaving = undefined
  }

  /** Counts of repeats alone bring no batch by which they could be found: they are taken for stored, as twice is worse. */
  async function storedUpTo(upto: bigint): Promise<'all' | 'none'> {
    if (upto === written) return 'all'
    return (await newestCounted(context)) >= upto ? 'all' : 'none'
  }

  function flush(): Promise<void> {
    flushing = flushing.then(flushNow).catch((error: unknown) => {
      context.log.warn({ err: error }, 'Counts of records could not be written; trying again')
    })
    return flushing
  }

  function gather(clientId: number, hour: number, counts: MachineCounts): void {
    const key = `${clientId}|${counts.machineId}|${hour}`
    const line = gathered.get(key)
    gathered.set(key, {
      clientId,
      hour,
      counts: line ? sum(line.counts, counts) : counts,
    })
  }

  async function countStored({ after, upto }: Uncounted): Promise<void> {
    const rows = await select(context, {
      name: 'write.storedUncounted',
      sql: storedSql,
      params: { after, upto },
      limits: bulkLimits,
      row: storedRow,
    })
    for (const { clientId, hour, ...counts } of rows) {
      gather(clientId, hour, {
        ...{ duplicate: 0, late: 0, backFill: 0, resets: 0, conflicting: 0 },
        ...counts,
      })
    }
  }

  if (after < newestBatch) {
    await countStored({ after, upto: newestBatch })
    await flush()
  }
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()

  return {
    add(clientId, counts, batch) {
      counted = batch
      gather(clientId, Math.floor(context.now() / hourMs) * hourMs, counts)
    },
    addStored: (range) => void failed.push(range),
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

/** The newest batch that is in the counts. */
async function newestCounted(context: TelemetryContext): Promise<bigint> {
  const [found] = await select(context, {
    name: 'write.newestCounted',
    sql: 'SELECT max(upto) AS newest FROM ingest_count',
    params: {},
    row: z.object({ newest: z.coerce.bigint() }),
  })
  return found?.newest ?? 0n
}

/** In the order of the columns. */
const fates = [
  'accepted',
  'duplicate',
  'late',
  'quarantined',
  'conflicting',
  'alive',
  'backFill',
  'resets',
] as const

function sum(a: MachineCounts, b: MachineCounts): MachineCounts {
  const counts = { ...a }
  for (const fate of fates) counts[fate] += b[fate]
  return counts
}

/** An unknown machine has the number 0 in the store. */
function encode(lines: readonly Line[], counted: bigint): Buffer {
  const row = new RowWriter()
  for (const { clientId, hour, counts } of lines) {
    row.uint32(clientId)
    row.uint32(counts.machineId ?? 0)
    row.seconds(hour)
    for (const fate of fates) row.uint64(BigInt(counts[fate]))
    row.uint64(counted)
  }
  return row.bytes()
}
