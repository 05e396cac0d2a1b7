import type { TelemetryContext } from '../../context.ts'
import { insertInEngine } from './insertInEngine.ts'
import { type MachineStretch, stretchLists } from './machinePlace.ts'
import { writeModeHours } from './writeModeHours.ts'

/** A context that the hour has no more gets a row that takes its place, with nothing in it. */
const sql = `
  INSERT INTO hour_ledger (
    client_id, machine_id, hour, state, category, product, tool, cause_group, cause, version, cleared,
    ms, packs, rejects, speed_ms, speed_sum, speed_min, speed_max, samples, flagged, stops
  )
  SELECT client_id, machine_id, hour, state, category, product, tool, cause_group, cause,
    {version:UInt64} AS version, max(present) = 0 AS cleared,
    sum(ms), sum(packs), sum(rejects), sum(speed_ms), sum(speed_sum), min(speed_min), max(speed_max),
    sum(samples), sum(flagged), sum(stops)
  FROM (
    SELECT client_id, machine_id, toStartOfHour(minute) AS hour, pieces.state AS state, pieces.category AS category,
      pieces.product AS product, pieces.tool AS tool, pieces.cause_group AS cause_group, pieces.cause AS cause, 1 AS present,
      pieces.ms AS ms, pieces.packs AS packs, pieces.rejects AS rejects, (pieces.ms - pieces.speedless_ms) AS speed_ms,
      pieces.speed_sum AS speed_sum, pieces.speed_min AS speed_min, pieces.speed_max AS speed_max,
      pieces.samples AS samples, pieces.flagged AS flagged, pieces.stops AS stops
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    UNION ALL
    SELECT client_id, machine_id, hour, state, toString(category), toString(product), toString(tool), toString(cause_group),
      toString(cause), 0, 0, 0, NULL, 0, 0, NULL, NULL, 0, 0, 0
    FROM hour_ledger FINAL
    WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
      AND toUnixTimestamp(hour) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(hour) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
  )
  GROUP BY client_id, machine_id, hour, state, category, product, tool, cause_group, cause
`

/**
 * Writes the rows of whole hours from their minutes, in the engine; one stretch for each machine. Doing it again changes
 * nothing. A statement that may still run is stopped before it is repeated: it would write what the minutes were before.
 */
export async function writeHours(
  context: TelemetryContext,
  version: bigint,
  stretches: readonly MachineStretch[],
): Promise<void> {
  if (stretches.length === 0) return
  // First: the version of an hour's sums says that its modes are right, too.
  await writeModeHours(context, version, stretches)
  await insertInEngine(context, {
    name: 'ledger.writeHours',
    sql,
    params: { ...stretchLists(stretches), version },
  })
}
