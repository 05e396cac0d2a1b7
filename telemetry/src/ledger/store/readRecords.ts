import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { keepNewest, type LedgerAlarm, type LedgerSample } from '../fold/ledgerRecords.ts'
import { type MachineStretch, stretchLists } from './machinePlace.ts'
import { blockLists, byMachine, isListed, type RoundStretch } from './roundStretch.ts'

/** What a question reads of a sample. */
export const sampleSql = `machine_id AS machineId, at, source_at AS sourceAt, sequence, death, state, product, tool, user,
    speed_ppm AS speedPpm, pack_counter AS packCounter, batch_counter AS batchCounter,
    reject_counter AS rejectCounter, unit_mode AS unitMode, state_times AS stateTimes`

export const sampleColumns = {
  machineId: 'UInt32',
  at: 'DateTime64',
  sourceAt: 'DateTime64',
  sequence: 'UInt32',
  death: 'Bool',
  state: 'Nullable(Int32)',
  product: 'Nullable(String)',
  tool: 'Nullable(String)',
  user: 'Nullable(String)',
  speedPpm: 'Nullable(Float64)',
  packCounter: 'Nullable(Float64)',
  batchCounter: 'Nullable(Float64)',
  rejectCounter: 'Nullable(Float64)',
  unitMode: 'Nullable(String)',
  stateTimes: 'Nullable(String)',
} as const

const blockSql = `
  SELECT ${sampleSql}
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(at), {blockSeconds:UInt32}))) ${isListed}
    AND batch <= {revision:UInt64}
  ORDER BY machine_id, at, source_at, sequence, batch
` as const

/** The effective samples (D7) that the store holds of each stretch, in order, as they were known at a revision. */
export async function storedSamples(
  context: TelemetryContext,
  name: string,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<LedgerSample[][]> {
  const found = stretches.map((): LedgerSample[] => [])
  if (stretches.length === 0) return found
  const places = byMachine(stretches)
  const params = { ...blockLists(stretches), revision }
  await selectRows(context, { name, sql: blockSql, params, columns: sampleColumns }, (rows) => {
    for (const row of rows) {
      for (const index of places.at(row.machineId, row.at)) keepNewest(found[index] ?? [], row)
    }
  })
  return found
}

const stretchSql = `
  SELECT ${sampleSql}
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp64Milli(at) >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp64Milli(at) < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    AND batch <= {revision:UInt64}
  ORDER BY machine_id, at, source_at, sequence, batch
` as const

const alarmSql = `
  SELECT DISTINCT machine_id AS machineId, raised_at AS raisedAt, sequence, alarm_group AS group, description
  FROM alarm
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp64Milli(raised_at)
      >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp64Milli(raised_at)
      < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    AND batch <= {revision:UInt64}
  LIMIT {most:UInt32}
`

/**
 * The effective samples of some machines, in order, as they were known at a revision: of one identity only the newest
 * arrival counts (D7). A later version lies at the same place in time as the first one, so looking inside the stretch
 * is enough. At most one stretch for each machine. The newest are cached and need no query.
 */
export async function readSamples(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  revision: bigint,
): Promise<Map<number, LedgerSample[]>> {
  const samples = new Map<number, LedgerSample[]>()
  const stored: MachineStretch[] = []
  for (const stretch of stretches) {
    const cached = context.records.samples(stretch, revision)
    if (cached === null) stored.push(stretch)
    samples.set(stretch.machineId, cached ? [...cached.samples] : [])
  }
  if (stored.length === 0) return samples
  const params = { ...stretchLists(stored), revision }
  await selectRows(
    context,
    { name: 'ledger.readSamples', sql: stretchSql, params, columns: sampleColumns },
    (rows) => {
      for (const row of rows) keepNewest(samples.get(row.machineId) ?? [], row)
    },
  )
  return samples
}

export const alarmColumns = {
  machineId: 'UInt32',
  raisedAt: 'DateTime64',
  sequence: 'UInt32',
  group: 'String',
  description: 'String',
} as const

/**
 * The alarms raised in some stretches, in any order; those that differ in their number alone are several. At most one
 * stretch for each machine, and no more than `most` alarms.
 */
export async function readAlarms(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  revision: bigint,
  most = 4_294_967_295,
): Promise<Map<number, LedgerAlarm[]>> {
  const alarms = new Map<number, LedgerAlarm[]>()
  const stored: MachineStretch[] = []
  for (const stretch of stretches) {
    const cached = context.records.alarms(stretch, revision)
    if (cached === null) stored.push(stretch)
    alarms.set(stretch.machineId, cached?.slice(0, most) ?? [])
  }
  if (stored.length === 0) return alarms
  const params = { ...stretchLists(stored), revision, most }
  await selectRows(
    context,
    { name: 'ledger.readAlarms', sql: alarmSql, params, columns: alarmColumns },
    (rows) => {
      for (const row of rows) alarms.get(row.machineId)?.push(row)
    },
  )
  return alarms
}
