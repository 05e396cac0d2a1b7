import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { minuteMs } from '../fold/minute.ts'
import type { StoredMinute } from '../fold/storedMinute.ts'
import { type MachinePlace, stretchLists } from './machinePlace.ts'
import { storedMinute, storedMinuteColumns, storedMinuteSql } from './storedMinuteRow.ts'

const columns = { machineId: 'UInt32', ...storedMinuteColumns } as const

const newestSql = `
  SELECT machine_id AS machineId, ${storedMinuteSql}
  FROM minute_ledger FINAL
  WHERE client_id IN {clientIds:Array(UInt32)}
    AND (machine_id, minute) IN (
      SELECT machine_id, max(minute)
      FROM minute_ledger FINAL
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
      GROUP BY machine_id
    )
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
` as const

/** A machine that sends has a row in the last few minutes; for a silent one the whole past is searched. */
const nearMs = 15 * minuteMs

/** The newest row of each machine that begins before an instant; absent when there is none. One instant a machine. */
export async function minutesBefore(
  context: TelemetryContext,
  places: readonly (MachinePlace & { readonly before: number })[],
): Promise<Map<number, StoredMinute>> {
  const found = new Map<number, StoredMinute>()
  const look = async (wanted: typeof places, from: number) => {
    if (wanted.length === 0) return
    const stretches = wanted.map(({ before, ...place }) => ({ ...place, from, to: before }))
    const { starts: _, ...params } = stretchLists(stretches)
    await selectRows(
      context,
      { name: 'ledger.minutesBefore', sql: newestSql, params, columns },
      (rows) => {
        for (const row of rows) found.set(row.machineId, storedMinute(row))
      },
    )
  }
  const earliest = Math.min(...places.map(({ before }) => before))
  await look(places, Math.max(0, earliest - nearMs))
  await look(
    places.filter(({ machineId }) => !found.has(machineId)),
    0,
  )
  return found
}
