import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** How far the clock of a machine is from ours; positive: the machine is behind. */
export type ClockSkew = {
  readonly machineId: number
  /** The median of receipt − source (D9): of a machine that gathers its records mostly how long they wait. */
  readonly skewMs: number | null
  /** The least of them: what is least delayed says most of the clock. */
  readonly leastMs: number | null
}

/**
 * A sample without a time of its own has its time of receipt as source time, and a death or one that was imported has no clock of the
 * machine: none is used. The latest samples to arrive are read, as many as ingest remembers, and the newest source time of all.
 */
const sql = `
  SELECT machine_id AS machineId, max(source) AS newest,
    groupArraySorted(101)((-received, received - source)) AS latest
  FROM (
    SELECT machine_id, toUnixTimestamp64Milli(received_at) AS received, toUnixTimestamp64Milli(source_at) AS source
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND at >= {since:DateTime64(3,'UTC')} AND source_at != received_at AND NOT death AND NOT imported
  )
  GROUP BY machine_id
`

const row = z.object({
  machineId: z.number(),
  newest: z.coerce.number(),
  /** The last one to arrive first: its receipt, negative, and its skew. */
  latest: z.array(z.tuple([z.coerce.number(), z.coerce.number()])),
})

/**
 * Older than the newest by more than this, or later than one that came after it, a sample was sent afterwards: it says nothing
 * about the clock (decision 43).
 */
const backFillMs = 60_000

/** How far the clocks of machines are from ours (D9), by their latest samples since then; null without such samples. */
export async function clockSkew(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: { readonly machineIds: readonly number[]; readonly since: Date },
): Promise<ClockSkew[]> {
  const params = { clientId, machineIds, since }
  const rows = await select(context, { name: 'read.clockSkew', sql, params, row })
  const found = new Map(rows.map((one) => [one.machineId, livePart(one)]))
  return machineIds.map((machineId) => {
    const skews = found.get(machineId)
    if (skews === undefined) return { machineId, skewMs: null, leastMs: null }
    return { machineId, skewMs: median(skews), leastMs: Math.min(...skews) }
  })
}

/** The skews of those that were no back-fill when they came; of all, where a machine sends nothing else. */
function livePart({ latest, newest: ofAll }: z.output<typeof row>): number[] {
  const arrived = latest
    .toReversed()
    .map(([negative, skew]) => ({ source: -negative - skew, skew }))
  const isAmongThem = arrived.some(({ source }) => source >= ofAll)
  let newest = isAmongThem ? Number.NEGATIVE_INFINITY : ofAll
  const inOrder = arrived.filter(({ source }) => {
    const isLive = source >= newest - backFillMs
    newest = Math.max(newest, source)
    return isLive
  })
  let least = Number.POSITIVE_INFINITY
  const live = inOrder.toReversed().filter(({ skew }) => {
    least = Math.min(least, skew)
    return skew <= least + backFillMs
  })
  return (live.length > 0 ? live : arrived).map(({ skew }) => skew)
}

function median(skews: readonly number[]): number | null {
  const sorted = [...skews].sort((one, other) => one - other)
  const half = (sorted.length - 1) / 2
  const [below, above] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]]
  return below === undefined || above === undefined ? null : Math.round((below + above) / 2)
}
