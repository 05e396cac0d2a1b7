import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerAlarm, LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import type { StoredMinute } from '../fold/storedMinute.ts'
import { cachedStretches } from './cachedStretches.ts'
import { keepNewest } from './keepNewest.ts'
import type { MachinePlace } from './machinePlace.ts'
import { blockLists, blockMs, type RoundStretch, type StretchSamples } from './roundStretch.ts'
import { storedMinute, storedMinuteColumns, storedMinuteSql } from './storedMinuteRow.ts'
import { byMachine, type StretchesByMachine } from './stretchesByMachine.ts'

const sampleSql = `
  SELECT
    machine_id AS machineId, at, source_at AS sourceAt, sequence, death, state, product, tool, user,
    speed_ppm AS speedPpm, pack_counter AS packCounter, batch_counter AS batchCounter,
    reject_counter AS rejectCounter, unit_mode AS unitMode, state_times AS stateTimes
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(at), {blockSeconds:UInt32}))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({blockMachines:Array(UInt32)}, {blocks:Array(UInt32)})) AS pair)
    )
    AND batch <= {revision:UInt64}
  ORDER BY machine_id, at, source_at, sequence, batch
`

const alarmSql = `
  SELECT DISTINCT machine_id AS machineId, raised_at AS raisedAt, sequence, alarm_group AS group, description
  FROM alarm
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(raised_at), {blockSeconds:UInt32}))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({blockMachines:Array(UInt32)}, {blocks:Array(UInt32)})) AS pair)
    )
    AND batch <= {revision:UInt64}
`

// Without FINAL, which would merge whole years for a few minutes of each day: the newest version of each is taken here.
const minuteSql = `
  SELECT machine_id AS machineId, cleared > 0 AS isCleared, ${storedMinuteSql}
  FROM minute_ledger
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(minute), {blockSeconds:UInt32}))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({blockMachines:Array(UInt32)}, {blocks:Array(UInt32)})) AS pair)
    )
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
 * The effective samples of each stretch, as they were known at a revision. The newest are remembered, and of a back-fill those that wait
 * to be computed.
 */
export async function samplesOfStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<StretchSamples[]> {
  const { records } = context
  const known = stretches.map((stretch) => records.samples(stretch, revision))
  const cached = await cachedStretches(
    context,
    stretches,
    (index) => known[index] === null,
    revision,
  )
  const stored = byMachine(stretches, (index) => known[index] === null && !cached.has(index))
  const found = known.map((): LedgerSample[] => [])
  if (!stored.isEmpty) await readSamples(context, stored, found, revision)
  return found.map((samples, index) => {
    return known[index] ?? cached.get(index) ?? { count: samples.length, samples }
  })
}

async function readSamples(
  context: TelemetryContext,
  stored: StretchesByMachine<RoundStretch>,
  found: readonly LedgerSample[][],
  revision: bigint,
): Promise<void> {
  await selectRows(
    context,
    {
      name: 'ledger.samplesOfStretches',
      sql: sampleSql,
      params: { ...blockLists(stored.stretches), revision },
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
        for (const index of stored.at(row.machineId, row.at)) keepNewest(found[index] ?? [], row)
      }
    },
  )
}

/** The alarms that were raised in each stretch, in any order. */
export async function alarmsOfStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<LedgerAlarm[][]> {
  const { records } = context
  const alarms = stretches.map((stretch) => records.alarms(stretch, revision))
  const stored = byMachine(stretches, (index) => alarms[index] === null)
  const found = alarms.map((known) => known ?? [])
  if (stored.isEmpty) return found
  await selectRows(
    context,
    {
      name: 'ledger.alarmsOfStretches',
      sql: alarmSql,
      params: { ...blockLists(stored.stretches), revision },
      columns: {
        machineId: 'UInt32',
        raisedAt: 'DateTime64',
        sequence: 'UInt32',
        group: 'String',
        description: 'String',
      },
    },
    (rows) => {
      for (const row of rows) {
        for (const index of stored.at(row.machineId, row.raisedAt)) found[index]?.push(row)
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
  const stored = byMachine(stretches, () => true)
  if (stored.isEmpty) return found
  await selectRows(
    context,
    {
      name: 'ledger.minutesOfStretches',
      sql: minuteSql,
      params: blockLists(stored.stretches),
      columns: { machineId: 'UInt32', isCleared: 'UInt8', ...storedMinuteColumns },
    },
    (rows) => {
      for (const { machineId, isCleared, ...read } of rows) {
        const row = { ...storedMinute(read), isCleared: isCleared > 0 }
        for (const index of stored.at(machineId, row.minute)) {
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
 * The newest row before each of these instants; null where there is none. A machine that sends has one in the last minutes; a silent
 * one is searched for by itself.
 */
export async function rowsBefore(
  context: TelemetryContext,
  places: readonly (MachinePlace & { readonly before: number })[],
): Promise<(StoredMinute | null)[]> {
  const near = await minutesOfStretches(
    context,
    places.map(({ clientId, machineId, before }) => {
      return { clientId, machineId, from: before - blockMs, to: before, last: before }
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
