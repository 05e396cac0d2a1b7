import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deadline, persist } from '../../clickhouse/insertDurably.ts'
import { bulkLimits, encodeTimes, select, selectAll } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { spanOfMonth } from '../../damagedMonths.ts'
import { hourMs } from '../fold/minute.ts'
import type { TimeRange } from '../timeRanges.ts'
import {
  hourInStretch,
  type MachineStretch,
  minuteInStretch,
  stretchLists,
} from './machinePlace.ts'

const monthsSql = `
  SELECT DISTINCT toUInt32(_partition_id) AS month FROM minute_ledger
  UNION DISTINCT
  SELECT DISTINCT toUInt32(_partition_id) AS month FROM hour_ledger
`

/** The months, such as 202611, of which there are minutes or hours. */
export async function ledgerMonths(context: TelemetryContext): Promise<number[]> {
  const rows = await select(context, {
    name: 'ledger.months',
    sql: monthsSql,
    params: {},
    limits: bulkLimits,
    row: z.object({ month: z.number() }),
  })
  return rows.map(({ month }) => month)
}

/** Superseded rows count, too: only the newest version of each hour matters. */
const unwrittenSql = `
  SELECT machine_id AS machineId, toDateTime64(min(hour), 3, 'UTC') AS first, toDateTime64(max(hour), 3, 'UTC') AS last
  FROM (
    SELECT client_id, machine_id, hour
    FROM (
      SELECT client_id, machine_id, toStartOfHour(minute) AS hour, version AS ofMinutes, 0 AS ofHours
      FROM minute_ledger WHERE minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      UNION ALL
      SELECT client_id, machine_id, hour, 0 AS ofMinutes, version AS ofHours
      FROM hour_ledger WHERE hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
    )
    GROUP BY client_id, machine_id, hour
    HAVING max(ofMinutes) > max(ofHours) OR max(ofMinutes) = 0
  )
  GROUP BY client_id, machine_id, toStartOfDay(hour)
`

/**
 * The hours of a month whose rows are older than their minutes, are not there, or have no minutes any more; of each day of UTC
 * of a machine all from the first to the last.
 */
export async function unwrittenHours(
  context: TelemetryContext,
  month: number,
): Promise<(TimeRange & { readonly machineId: number })[]> {
  const { from, to } = spanOfMonth(month)
  const rows = await selectAll(context, {
    name: 'ledger.unwrittenHours',
    sql: unwrittenSql,
    params: { from: new Date(from), to: new Date(to) },
    columns: { machineId: 'UInt32', first: 'DateTime64', last: 'DateTime64' },
  })
  return rows.map(({ machineId, first, last }) => ({ machineId, from: first, to: last + hourMs }))
}

/** A context that the hour has no more gets a row that takes its place, with nothing in it. */
const sumSql = `
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
    WHERE ${minuteInStretch}
    UNION ALL
    SELECT client_id, machine_id, hour, state, toString(category), toString(product), toString(tool), toString(cause_group),
      toString(cause), 0, 0, 0, NULL, 0, 0, NULL, NULL, 0, 0, 0
    FROM hour_ledger FINAL
    WHERE ${hourInStretch}
  )
  GROUP BY client_id, machine_id, hour, state, category, product, tool, cause_group, cause
` as const

/**
 * The modes of the minutes of an hour, one after the other, where one begins and where one ends: neighbours of one mode are one. An hour
 * that has none any more gets a row that takes its place.
 */
const modeSql = `
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
      WHERE ${minuteInStretch}
        AND modes != ''
      UNION ALL
      SELECT client_id, machine_id, hour, [] AS own
      FROM mode_hour FINAL
      WHERE ${hourInStretch}
    )
    GROUP BY client_id, machine_id, hour
  )
` as const

/**
 * Writes the rows of whole hours from their minutes, in the engine: their sums and their modes; one stretch for each machine. Doing it
 * again changes nothing.
 */
export async function writeHours(
  context: TelemetryContext,
  version: bigint,
  stretches: readonly MachineStretch[],
): Promise<void> {
  if (stretches.length === 0) return
  const params = { ...stretchLists(stretches), version }
  // First: the version of an hour's sums says that its modes are right, too.
  await insertInEngine(context, { name: 'ledger.writeModeHours', sql: modeSql, params })
  await insertInEngine(context, { name: 'ledger.writeHours', sql: sumSql, params })
}

const limits = { seconds: 60, memoryBytes: 1_000_000_000 } as const

/**
 * Inserts rows that the engine makes from other rows, again until it has answered. A statement that may still run is stopped before it is
 * repeated: it would write what the other rows were before.
 */
async function insertInEngine(
  context: TelemetryContext,
  { name, sql, params }: { readonly name: string; readonly sql: string; readonly params: object },
): Promise<void> {
  const writer = context.connection.writer()
  await persist(context, deadline(), async () => {
    const queryId = randomUUID()
    try {
      await writer.command({
        query: sql,
        query_id: queryId,
        query_params: encodeTimes(params),
        clickhouse_settings: {
          log_comment: name,
          wait_end_of_query: 1,
          insert_deduplicate: 0,
          max_threads: 1,
          max_execution_time: limits.seconds,
          max_memory_usage: String(limits.memoryBytes),
          max_partitions_per_insert_block: '1000',
          session_timezone: 'UTC',
        },
      })
    } catch (error) {
      await writer
        .command({
          query: 'KILL QUERY WHERE query_id = {queryId:String} SYNC',
          query_params: { queryId },
        })
        .catch(() => {})
      throw error
    }
  })
}

const dropSql = [
  ['mode_hour', 'ALTER TABLE mode_hour DROP PARTITION {month:UInt32}'],
  ['hour_ledger', 'ALTER TABLE hour_ledger DROP PARTITION {month:UInt32}'],
] as const

/** Removes the hour rows of a month, sums and modes; they are made from its minutes again. */
export async function dropHours(context: TelemetryContext, month: number): Promise<void> {
  for (const [table, query] of dropSql) {
    await context.damage.rewriting(table, month, async () => {
      await context.connection.writer().command({
        query,
        query_params: { month },
        clickhouse_settings: { log_comment: 'ledger.dropHours', wait_end_of_query: 1 },
      })
    })
  }
}
