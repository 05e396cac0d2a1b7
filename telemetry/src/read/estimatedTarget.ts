import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { scaled } from '../clickhouse/decimals.ts'
import { select } from '../clickhouse/select.ts'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
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
    WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
      AND arraySum(pieces.ms) - arraySum(pieces.speedless_ms) = 60000
      AND arraySum((ms, category) -> if(category = 'run', ms, 0), pieces.ms, pieces.category) = 60000
  )
  GROUP BY machineId
`

const row = z.object({
  machineId: z.number(),
  found: z.coerce.number(),
  skipped: z.coerce.number(),
  speeds: z.array(z.string()),
})

type Minute = { run: number; known: number; speed: bigint }
type Machine = {
  /** Minutes of rows, and of those around the percentile the sums, ascending, after so many that were left out. */
  count: number
  skipped: number
  speeds: bigint[]
  /** Minutes that were folded from raw. */
  readonly minutes: Map<number, Minute>
}

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
  const from = new Date(before.getTime() - daysBefore * 24 * 60 * minuteMs)
  const question = { machineIds, period: { from, to: before } }
  const machines = await readWindow<Map<number, Machine>>(telemetry, scope, question, {
    begin: () => new Map(),
    rows: (found, stretches) => addRows(telemetry, found, stretches),
    sink: (found, machineId) => ({
      time(begin, end, { speed }, category) {
        const minute = minuteIn(machineIn(found, machineId), minuteOf(begin))
        const ms = end - begin
        if (category === 'run') minute.run += ms
        if (speed === null) return
        minute.known += ms
        minute.speed += speedTime(speed, ms)
      },
      recovered() {},
      counted() {},
      sampled() {},
    }),
  })
  const targets = new Map<number, number>()
  for (const [machineId, machine] of machines) {
    const target = percentile(machine)
    if (target !== null) targets.set(machineId, target)
  }
  return targets
}

async function addRows(
  { context }: Telemetry,
  machines: Map<number, Machine>,
  stretches: readonly MachineStretch[],
): Promise<void> {
  const params = { ...stretchLists(stretches), margin }
  for (const found of await select(context, { name: 'read.estimatedTarget', sql, params, row })) {
    const machine = machineIn(machines, found.machineId)
    machine.count = found.found
    machine.skipped = found.skipped
    machine.speeds = found.speeds.map((speed) => scaled(speed, 6))
  }
}

function percentile({ count, skipped, speeds, minutes }: Machine): number | null {
  const folded = [...minutes.values()]
    .filter(({ run, known }) => run === minuteMs && known === minuteMs)
    .map(({ speed }) => speed)
  const all = count + folded.length
  if (all === 0) return null
  const rank = Math.ceil((95 * all) / 100)
  const ascending = [...speeds, ...folded].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const speed = ascending[rank - skipped - 1]
  return speed === undefined ? null : Number(speed) / 1e6 / minuteMs
}

function machineIn(machines: Map<number, Machine>, machineId: number): Machine {
  const known = machines.get(machineId)
  if (known !== undefined) return known
  const machine = { count: 0, skipped: 0, speeds: [], minutes: new Map<number, Minute>() }
  machines.set(machineId, machine)
  return machine
}

function minuteIn({ minutes }: Machine, start: number): Minute {
  const known = minutes.get(start)
  if (known !== undefined) return known
  const minute = { run: 0, known: 0, speed: 0n }
  minutes.set(start, minute)
  return minute
}
