import { randomUUID } from 'node:crypto'
import { deadline, insertDurably } from '../clickhouse/insertDurably.ts'
import { RowWriter } from '../clickhouse/RowWriter.ts'
import type { Service, TelemetryContext } from '../context.ts'
import type { MachineCounts } from '../records.ts'

const flushEveryMs = 5_000
const hourMs = 3_600_000

const sql = `INSERT INTO ingest_count
  (client_id, machine_id, hour, accepted, duplicate, late, quarantined, conflicting, alive)
  FORMAT RowBinary`

type Line = { clientId: number; hour: number; counts: MachineCounts }

/**
 * Counts per machine and hour the outcome of its records. They are gathered in memory and written every 5 s, so a crash
 * may lose the counts of the last seconds, never a record.
 */
type IngestCounts = Service & {
  add(clientId: number, counts: MachineCounts): void
  flush(): Promise<void>
}

export function openIngestCounts(context: TelemetryContext): IngestCounts {
  let gathered = new Map<string, Line>()
  /** Lines whose insert has begun; repeated with the same token until it is known to have worked. */
  let leaving: { token: string; rows: Buffer } | undefined
  let flushing = Promise.resolve()

  async function flushNow(): Promise<void> {
    if (!leaving && gathered.size > 0) {
      leaving = { token: randomUUID(), rows: encode([...gathered.values()]) }
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
    add(clientId, counts) {
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
function encode(lines: Line[]): Buffer {
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
  }
  return row.bytes()
}
