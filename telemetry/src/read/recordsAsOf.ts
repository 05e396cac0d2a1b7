import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { LedgerAlarm, LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'

/** Records of one machine in [from, to), among those that had been received until then. */
type AsOf = MachinePlace & {
  readonly from: number
  readonly to: number
  readonly receivedUntil: Date
}

const sampleSql = `
  SELECT at, source_at AS sourceAt, sequence, death, state, product, tool, user, speed_ppm AS speedPpm,
    pack_counter AS packCounter, batch_counter AS batchCounter, reject_counter AS rejectCounter,
    unit_mode AS unitMode, state_times AS stateTimes
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND received_at <= {receivedUntil:DateTime64(3,'UTC')}
  ORDER BY at, source_at, sequence, batch DESC
  LIMIT 1 BY at, source_at, sequence
`

const alarmSql = `
  SELECT DISTINCT raised_at AS raisedAt, alarm_group AS group, description
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND received_at <= {receivedUntil:DateTime64(3,'UTC')}
`

const sampleColumns = {
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

/** The samples that counted then, in order: of each identity the last one that had arrived (D7). */
export async function samplesAsOf(
  context: TelemetryContext,
  requested: AsOf,
): Promise<LedgerSample[]> {
  const samples: LedgerSample[] = []
  await selectRows(
    context,
    {
      name: 'read.samplesAsOf',
      sql: sampleSql,
      params: paramsOf(requested),
      columns: sampleColumns,
    },
    (rows) => {
      for (const row of rows) samples.push(row)
    },
  )
  return samples
}

/** The alarms that were known then, in any order. */
export async function alarmsAsOf(
  context: TelemetryContext,
  requested: AsOf,
): Promise<LedgerAlarm[]> {
  const alarms: LedgerAlarm[] = []
  const columns = { raisedAt: 'DateTime64', group: 'String', description: 'String' } as const
  await selectRows(
    context,
    { name: 'read.alarmsAsOf', sql: alarmSql, params: paramsOf(requested), columns },
    (rows) => {
      for (const row of rows) alarms.push(row)
    },
  )
  return alarms
}

function paramsOf({ clientId, machineId, from, to, receivedUntil }: AsOf) {
  return { clientId, machineId, from: new Date(from), to: new Date(to), receivedUntil }
}
