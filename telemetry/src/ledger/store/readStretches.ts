import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { StoredMinute } from '../fold/ledgerMinute.ts'
import type { LedgerAlarm } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import { backfilled } from './backfilled.ts'
import { type MachinePlace, stretchLists } from './machinePlace.ts'
import { alarmColumns, storedSamples } from './readRecords.ts'
import {
  blockLists,
  blockMs,
  byMachine,
  isListed,
  type RoundStretch,
  type StretchSamples,
} from './roundStretch.ts'
import { storedMinute, storedMinuteColumns, storedMinuteSql } from './storedMinuteRow.ts'

const alarmSql = `
  SELECT DISTINCT machine_id AS machineId, raised_at AS raisedAt, sequence, alarm_group AS group, description
  FROM alarm
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(raised_at), {blockSeconds:UInt32}))) ${isListed}
    AND batch <= {revision:UInt64}
` as const

// Without FINAL, which would merge whole years for a few minutes of each day: the newest version of each is taken here.
const minuteSql = `
  SELECT machine_id AS machineId, cleared > 0 AS isCleared, ${storedMinuteSql}
  FROM minute_ledger
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(minute), {blockSeconds:UInt32}))) ${isListed}
  ORDER BY machine_id, minute, version
` as const

const newestSql = `
  SELECT place, m.begins AS newest
  FROM (
    SELECT wanted.1 AS place, wanted.2 AS machine_id, wanted.3 AS before
    FROM (
      SELECT arrayJoin(
        arrayZip({places:Array(UInt32)}, {placeMachines:Array(UInt32)}, {befores:Array(UInt32)})
      ) AS wanted
    )
  ) AS p
  ASOF INNER JOIN (
    SELECT machine_id, toUInt32(toUnixTimestamp(minute)) AS begins
    FROM minute_ledger
    WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute < {to:DateTime64(3,'UTC')}
    GROUP BY machine_id, minute
    HAVING argMax(cleared, version) = 0
  ) AS m ON p.machine_id = m.machine_id AND p.before > m.begins
`

/**
 * The effective samples of each stretch, as they were known at a revision: the newest are cached, and of a back-fill those that wait
 * to be computed.
 */
export async function samplesOfStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<StretchSamples[]> {
  const found = stretches.map((stretch) => context.records.samples(stretch, revision))
  await complete(stretches, found, (missing) => backfilled(context, missing, revision))
  await complete(stretches, found, async (missing) => {
    const stored = await storedSamples(context, 'ledger.samplesOfStretches', missing, revision)
    return stored.map((samples) => ({ count: samples.length, samples }))
  })
  return found.map((samples) => samples ?? { count: 0, samples: [] })
}

/** Reads what was not found of some stretches. */
async function complete<Found>(
  stretches: readonly RoundStretch[],
  found: (Found | null)[],
  read: (missing: RoundStretch[]) => Promise<(Found | null)[]>,
): Promise<void> {
  const missing = stretches.flatMap((stretch, index) =>
    found[index] === null ? [{ stretch, index }] : [],
  )
  if (missing.length === 0) return
  const more = await read(missing.map(({ stretch }) => stretch))
  missing.forEach(({ index }, place) => {
    found[index] = more[place] ?? null
  })
}

/** The alarms that were raised in each stretch, in any order. */
export async function alarmsOfStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<LedgerAlarm[][]> {
  const found = stretches.map((stretch) => context.records.alarms(stretch, revision))
  await complete(stretches, found, (missing) => storedAlarms(context, missing, revision))
  return found.map((alarms) => alarms ?? [])
}

async function storedAlarms(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<LedgerAlarm[][]> {
  const found = stretches.map((): LedgerAlarm[] => [])
  const places = byMachine(stretches)
  await selectRows(
    context,
    {
      name: 'ledger.alarmsOfStretches',
      sql: alarmSql,
      params: { ...blockLists(stretches), revision },
      columns: alarmColumns,
    },
    (rows) => {
      for (const row of rows) {
        for (const index of places.at(row.machineId, row.raisedAt)) found[index]?.push(row)
      }
    },
  )
  return found
}

/** The carries of the rows that begin inside of each stretch, in order. */
export async function minutesOfStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
): Promise<StoredMinute[][]> {
  const found = stretches.map((): (StoredMinute & { isCleared: boolean })[] => [])
  if (stretches.length === 0) return found
  const places = byMachine(stretches)
  await selectRows(
    context,
    {
      name: 'ledger.minutesOfStretches',
      sql: minuteSql,
      params: blockLists(stretches),
      columns: { machineId: 'UInt32', isCleared: 'UInt8', ...storedMinuteColumns },
    },
    (rows) => {
      for (const { machineId, isCleared, ...read } of rows) {
        const row = { ...storedMinute(read), isCleared: isCleared > 0 }
        for (const index of places.at(machineId, row.minute)) {
          const list = found[index] ?? []
          if (list.at(-1)?.minute === row.minute) list[list.length - 1] = row
          else list.push(row)
        }
      }
    },
  )
  return found.map((list) =>
    list
      .filter(({ isCleared }) => !isCleared)
      .map(({ minute, carry, openLabel }) => ({ minute, carry, openLabel })),
  )
}

/**
 * The newest row before each of these instants; null where there is none. A machine that sends has one so near before it; a silent
 * one is searched for by itself.
 */
export async function rowsBefore(
  context: TelemetryContext,
  places: readonly (MachinePlace & { readonly before: number })[],
  nearMs = blockMs,
): Promise<(StoredMinute | null)[]> {
  const near = await minutesOfStretches(
    context,
    places.map(({ clientId, machineId, before }) => {
      return { clientId, machineId, from: before - nearMs, to: before, last: before }
    }),
  )
  const found = near.map((rows) => rows.at(-1) ?? null)
  const silent = places.flatMap((place, index) => (found[index] ? [] : [{ ...place, index }]))
  if (silent.length === 0) return found
  const newest = await newestMinutes(context, silent)
  const rows = await minutesOfStretches(
    context,
    newest.map(({ clientId, machineId, minute }) => {
      return { clientId, machineId, from: minute, to: minute + minuteMs, last: minute }
    }),
  )
  newest.forEach(({ index }, place) => {
    found[index] = rows[place]?.at(-1) ?? null
  })
  return found
}

type Silent = MachinePlace & { readonly before: number; readonly index: number }

/** The minute of the newest row before each of these instants; those are left out before which there is none. */
async function newestMinutes(
  context: TelemetryContext,
  places: readonly Silent[],
): Promise<(Silent & { readonly minute: number })[]> {
  const found: (Silent & { readonly minute: number })[] = []
  await selectRows(
    context,
    {
      name: 'ledger.newestMinutes',
      sql: newestSql,
      params: {
        clientIds: [...new Set(places.map(({ clientId }) => clientId))],
        machineIds: [...new Set(places.map(({ machineId }) => machineId))],
        to: new Date(Math.max(...places.map(({ before }) => before))),
        places: places.map((_, place) => place),
        placeMachines: places.map(({ machineId }) => machineId),
        // A row is before an instant when its minute begins before it.
        befores: places.map(({ before }) => Math.ceil(before / 1_000)),
      },
      columns: { place: 'UInt32', newest: 'UInt32' },
    },
    (rows) => {
      for (const { place, newest } of rows) {
        const wanted = places[place]
        if (wanted) found.push({ ...wanted, minute: newest * 1_000 })
      }
    },
  )
  return found
}

const lastColumns = { machineId: 'UInt32', ...storedMinuteColumns } as const

const lastSql = `
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
      { name: 'ledger.minutesBefore', sql: lastSql, params, columns: lastColumns },
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
