import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { scaled } from '../clickhouse/readRows.ts'
import { select } from '../clickhouse/select.ts'
import { dayMs, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import { minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import type { FoldEvent } from './namedFold.ts'
import { readWindow } from './readWindow.ts'

const daysBefore = 30

/** The ledger is never further behind than two hours when it is read; that many minutes may come from raw. */
const margin = 200

/**
 * Of each machine the number of its minutes in full run, and the sums of speed of those around the 95th percentile in
 * ascending order, `skipped` smaller ones left out.
 */
const sql = `
  SELECT machineId, count() AS found,
    intDiv(95 * found + 99, 100) AS rank,
    if(rank > {margin:UInt32}, rank - {margin:UInt32}, 0) AS skipped,
    arraySlice(arraySort(groupArray(speed)), skipped + 1, 2 * {margin:UInt32}) AS speeds
  FROM (
    SELECT machine_id AS machineId, arraySum(pieces.speed_sum) AS speed
    FROM minute_ledger FINAL
    WHERE ${minuteInStretch}
      AND arraySum(pieces.ms) - arraySum(pieces.speedless_ms) = 60000
      AND arraySum((ms, category) -> if(category = 'run', ms, 0), pieces.ms, pieces.category) = 60000
  )
  GROUP BY machineId
` as const

const row = z.object({
  machineId: z.number(),
  found: z.coerce.number(),
  skipped: z.coerce.number(),
  speeds: z.array(z.string()),
})

type Machine = {
  /** Minutes of rows, and of those around the percentile the sums, ascending, after so many that were left out. */
  readonly count: number
  readonly skipped: number
  readonly speeds: readonly bigint[]
}
type Found = { readonly machines: Map<number, Machine>; readonly folded: FoldEvent[] }

/**
 * The target speed that a machine shows by itself, in packs per minute: the 95th percentile (nearest rank) of the mean
 * speeds of the minutes of the 30 days before in which it ran all the time with a known speed (D22). Machines without such
 * a minute are absent.
 */
export async function estimatedTarget(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineIds, before }: { readonly machineIds: readonly number[]; readonly before: Date },
): Promise<Map<number, number>> {
  const from = new Date(before.getTime() - daysBefore * dayMs)
  const question = { machineIds, period: { from, to: before } }
  const { machines, folded } = await readWindow<Found>(telemetry, scope, question, {
    named: false,
    begin: () => ({ machines: new Map(), folded: [] }),
    rows: async ({ machines }, stretches) => {
      const params = { ...stretchLists(stretches), margin }
      const query = { name: 'read.estimatedTarget', sql, params, row }
      for (const { machineId, found, skipped, speeds } of await select(telemetry.context, query)) {
        const sums = speeds.map((speed) => scaled(speed, 6))
        machines.set(machineId, { count: found, skipped, speeds: sums })
      }
    },
    events: ({ folded }, events) => {
      for (const event of events) if (event.ms > 0) folded.push(event)
    },
  })
  const ofMachines = Map.groupBy(folded, (event) => event.machineId)
  const targets = new Map<number, number>()
  for (const machineId of new Set(machineIds)) {
    const own = fullRuns(ofMachines.get(machineId) ?? [])
    const target = percentile(machines.get(machineId) ?? noMinutes, own)
    if (target !== null) targets.set(machineId, target)
  }
  return targets
}

const noMinutes: Machine = { count: 0, skipped: 0, speeds: [] }

/** The sums of speed of minutes that were folded from raw, of those in which it ran all the time with a known speed. */
function fullRuns(events: readonly FoldEvent[]): bigint[] {
  const minutes = Map.groupBy(events, ({ from }) => minuteOf(from)).values()
  return [...minutes].flatMap((own) => {
    const ran = own.flatMap(({ category, speed, recovered, ms }) =>
      category === 'run' && speed !== null && recovered === null ? [{ ms, speed }] : [],
    )
    if (ran.reduce((sum, { ms }) => sum + ms, 0) !== minuteMs) return []
    return [ran.reduce((sum, { ms, speed }) => sum + speedTime(speed, ms), 0n)]
  })
}

function percentile({ count, skipped, speeds }: Machine, folded: readonly bigint[]): number | null {
  const all = count + folded.length
  if (all === 0) return null
  const rank = Math.ceil((95 * all) / 100)
  const ascending = [...speeds, ...folded].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const speed = ascending[rank - skipped - 1]
  return speed === undefined ? null : Number(speed) / 1e6 / minuteMs
}
