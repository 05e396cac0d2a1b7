import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { keepNewest } from './keepNewest.ts'
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

const sql = `
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
  await selectRows(context, { name, sql, params, columns: sampleColumns }, (rows) => {
    for (const row of rows) {
      for (const index of places.at(row.machineId, row.at)) keepNewest(found[index] ?? [], row)
    }
  })
  return found
}
