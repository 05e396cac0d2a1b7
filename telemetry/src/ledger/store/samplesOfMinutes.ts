import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs, minuteOf } from '../fold/minute.ts'
import { keepNewest } from './keepNewest.ts'
import { ByMinute, type MinutePlace, minuteLists, minutePlaces } from './minutePlaces.ts'

const sql = `
  SELECT
    machine_id AS machineId, at, source_at AS sourceAt, sequence, death, state, product, tool, user,
    speed_ppm AS speedPpm, pack_counter AS packCounter, batch_counter AS batchCounter,
    reject_counter AS rejectCounter, unit_mode AS unitMode, state_times AS stateTimes
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli(at), 60000) * 60)) IN (
      SELECT place.1, place.2
      FROM (SELECT arrayJoin(arrayZip({machineIds:Array(UInt32)}, {minutes:Array(UInt32)})) AS place)
    )
    AND batch <= {revision:UInt64}
  ORDER BY machine_id, at, source_at, sequence, batch
`

/** The effective samples (D7) of some minutes, in order, as they were known at a revision. */
export async function samplesOfMinutes(
  context: TelemetryContext,
  clientId: number,
  places: readonly MinutePlace[],
  revision: bigint,
): Promise<ByMinute<LedgerSample[]>> {
  const found = new ByMinute<LedgerSample[]>()
  for (const piece of minutePlaces(places)) {
    const minutes = piece.map(({ minute }) => minute)
    await selectRows(
      context,
      {
        name: 'ledger.samplesOfMinutes',
        sql,
        params: {
          clientId,
          ...minuteLists(piece),
          from: new Date(Math.min(...minutes)),
          to: new Date(Math.max(...minutes) + minuteMs),
          revision,
        },
        columns: {
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
        },
      },
      (rows) => {
        for (const row of rows) {
          const place = { machineId: row.machineId, minute: minuteOf(row.at) }
          const own = found.get(place)
          if (own === undefined) found.set(place, [row])
          else keepNewest(own, row)
        }
      },
    )
  }
  return found
}
