import type { BulkQuestion } from './select.ts'

/**
 * The samples that count, of some machines of one client and a stretch of time: of each identity the last arrival (D7),
 * in the order in which they happened. Raw rows are never edited, so this is the one way to read them.
 *
 * The source time stands before the sequence number: it only differs from `at` for records that were ahead of the
 * clock (D9), several of which may lie at the same time of receipt.
 */
export const effectiveSamplesSql = `
  SELECT machine_id AS machineId, at, source_at AS sourceAt, sequence, received_at AS receivedAt, flagged, death,
    state, product, tool, user, speed_ppm AS speedPpm, pack_counter AS packCounter,
    batch_counter AS batchCounter, reject_counter AS rejectCounter,
    set_speed_ppm AS setSpeedPpm, unit_mode AS unitMode, batch
  FROM packboard.sample
  WHERE client_id = {clientId:UInt32}
    AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
  ORDER BY client_id, machine_id, at, source_at, sequence, batch DESC
  LIMIT 1 BY client_id, machine_id, at, source_at, sequence
`

export const effectiveSampleColumns = {
  machineId: 'UInt32',
  at: 'DateTime64',
  sourceAt: 'DateTime64',
  sequence: 'UInt32',
  receivedAt: 'DateTime64',
  flagged: 'Bool',
  death: 'Bool',
  state: 'Nullable(Int32)',
  product: 'Nullable(String)',
  tool: 'Nullable(String)',
  user: 'Nullable(String)',
  speedPpm: 'Nullable(Float64)',
  packCounter: 'Nullable(Float64)',
  batchCounter: 'Nullable(Float64)',
  rejectCounter: 'Nullable(Float64)',
  setSpeedPpm: 'Nullable(Float64)',
  unitMode: 'Nullable(String)',
  batch: 'UInt64',
} as const

/** The question for `selectRows`; its rows come machine by machine, oldest first. */
export function effectiveSamples(params: {
  readonly clientId: number
  readonly machineIds: readonly number[]
  readonly from: Date
  readonly to: Date
}): BulkQuestion<typeof effectiveSamplesSql, typeof effectiveSampleColumns> {
  return {
    name: 'effectiveSamples',
    sql: effectiveSamplesSql,
    columns: effectiveSampleColumns,
    params,
  }
}
