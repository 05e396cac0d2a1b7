import type { TelemetryContext } from '../../context.ts'
import { insertInEngine } from './insertInEngine.ts'
import { type MachineStretch, stretchLists } from './machinePlace.ts'

/**
 * The modes of the minutes of an hour, one after the other, where one begins and where one ends: neighbours of one mode are one. An hour
 * that has none any more gets a row that takes its place.
 */
const sql = `
  INSERT INTO mode_hour (client_id, machine_id, hour, version, cleared, modes)
  SELECT client_id, machine_id, hour, {version:UInt64} AS version, empty(parts) AS cleared,
    toJSONString(arrayMap((begin, end) -> (begin.1, end.2, begin.3),
      arrayFilter((part, place) -> place = 1 OR parts[place - 1].2 != part.1 OR parts[place - 1].3 != part.3,
        parts, arrayEnumerate(parts)),
      arrayFilter((part, place) -> place = length(parts) OR parts[place + 1].1 != part.2 OR parts[place + 1].3 != part.3,
        parts, arrayEnumerate(parts)))) AS modes
  FROM (
    SELECT client_id, machine_id, hour, arraySort(part -> part.1, arrayFlatten(groupArray(own))) AS parts
    FROM (
      SELECT client_id, machine_id, toStartOfHour(minute) AS hour,
        arrayMap(part -> (part.1 + toUInt32(minute - hour) * 1000, part.2 + toUInt32(minute - hour) * 1000, part.3),
          JSONExtract(modes, 'Array(Tuple(UInt32, UInt32, String))')) AS own
      FROM minute_ledger FINAL
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
        AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
        AND modes != ''
      UNION ALL
      SELECT client_id, machine_id, hour, [] AS own
      FROM mode_hour FINAL
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(hour) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
        AND toUnixTimestamp(hour) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    )
    GROUP BY client_id, machine_id, hour
  )
`

/** Writes the modes of whole hours from those of their minutes, in the engine; one stretch for each machine. Doing it again changes nothing. */
export async function writeModeHours(
  context: TelemetryContext,
  version: bigint,
  stretches: readonly MachineStretch[],
): Promise<void> {
  await insertInEngine(context, {
    name: 'ledger.writeModeHours',
    sql,
    params: { ...stretchLists(stretches), version },
  })
}
