import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { StoredMinute } from '../fold/storedMinute.ts'
import { ByMinute, type MinutePlace, minuteLists, minutePlaces } from './minutePlaces.ts'
import { storedMinute, storedMinuteColumns, storedMinuteSql } from './storedMinuteRow.ts'

const rowsSql = `
  SELECT machine_id AS machineId, ${storedMinuteSql}
  FROM minute_ledger FINAL
  WHERE client_id = {clientId:UInt32}
    AND (machine_id, minute) IN (
      SELECT place.1, toDateTime(place.2, 'UTC')
      FROM (SELECT arrayJoin(arrayZip({machineIds:Array(UInt32)}, {minutes:Array(UInt32)})) AS place)
    )
` as const

/** The ledger's rows of some minutes; a minute without one is absent. */
export async function rowsOfMinutes(
  context: TelemetryContext,
  clientId: number,
  places: readonly MinutePlace[],
): Promise<ByMinute<StoredMinute>> {
  const found = new ByMinute<StoredMinute>()
  for (const piece of minutePlaces(places)) {
    await selectRows(
      context,
      {
        name: 'ledger.rowsOfMinutes',
        sql: rowsSql,
        params: { clientId, ...minuteLists(piece) },
        columns: { machineId: 'UInt32', ...storedMinuteColumns },
      },
      (rows) => {
        for (const row of rows) {
          found.set({ machineId: row.machineId, minute: row.start }, storedMinute(row))
        }
      },
    )
  }
  return found
}

const beforeSql = `
  SELECT requested.machine AS machineId, requested.minute AS minute, ledger.minute AS before
  FROM (
    SELECT place.1 AS machine, place.2 AS minute
    FROM (SELECT arrayJoin(arrayZip({machineIds:Array(UInt32)}, {minutes:Array(UInt32)})) AS place)
  ) AS requested
  ASOF INNER JOIN (
    SELECT machine_id AS machine, toUnixTimestamp(minute) AS minute
    FROM minute_ledger FINAL
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute < {to:DateTime64(3,'UTC')}
  ) AS ledger ON requested.machine = ledger.machine AND requested.minute > ledger.minute
`

/** The newest row before each of some minutes: mostly that of the minute before; absent when there is none. */
export async function rowsBeforeMinutes(
  context: TelemetryContext,
  clientId: number,
  places: readonly MinutePlace[],
): Promise<ByMinute<StoredMinute>> {
  const minuteBefore = ({ machineId, minute }: MinutePlace) => ({
    machineId,
    minute: minute - 60_000,
  })
  const near = await rowsOfMinutes(context, clientId, places.map(minuteBefore))
  const before = new Map<MinutePlace, MinutePlace>()
  for (const piece of minutePlaces(places.filter((place) => !near.get(minuteBefore(place))))) {
    const to = new Date(Math.max(...piece.map(({ minute }) => minute)))
    await selectRows(
      context,
      {
        name: 'ledger.rowsBeforeMinutes',
        sql: beforeSql,
        params: { clientId, to, ...minuteLists(piece) },
        columns: { machineId: 'UInt32', minute: 'UInt32', before: 'UInt32' },
      },
      (rows) => {
        for (const row of rows) {
          const { machineId } = row
          const place = { machineId, minute: row.minute * 1_000 }
          before.set(place, { machineId, minute: row.before * 1_000 })
        }
      },
    )
  }
  const far = await rowsOfMinutes(context, clientId, [...before.values()])
  const found = new ByMinute<StoredMinute>()
  for (const place of places) {
    const row = near.get(minuteBefore(place))
    if (row !== undefined) found.set(place, row)
  }
  for (const [place, earlier] of before) {
    const row = far.get(earlier)
    if (row !== undefined) found.set(place, row)
  }
  return found
}
