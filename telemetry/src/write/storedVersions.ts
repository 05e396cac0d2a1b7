import type { Columns, RowOf } from '../clickhouse/readRows.ts'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import {
  alarmContent,
  alarmIdentity,
  auditIdentity,
  sampleContent,
  sampleIdentity,
} from './kinds.ts'
import type { MachineTime, Version } from './sortOut.ts'

/** What the store already holds of some records, by their identities, oldest arrival first. */
type Versions = Map<string, Version[]>

/** The engine takes form fields of up to 128 KB; this many times of 14 digits stay well below. */
const queriedAtOnce = 5_000

const requested = `
  WITH requested AS (
    SELECT place.1 AS client, place.2 AS machine, fromUnixTimestamp64Milli(place.3, 'UTC') AS time
    FROM (
      SELECT arrayJoin(arrayZip(
        {clients:Array(UInt32)},
        {machines:Array(UInt32)},
        {times:Array(Int64)}
      )) AS place
    )
  )`

const sampleColumns = `
    machine_id AS machineId, at, source_at AS sourceAt, sequence, flagged, death,
    state, product, tool, user, speed_ppm AS speedPpm, pack_counter AS packCounter,
    batch_counter AS batchCounter, reject_counter AS rejectCounter,
    set_speed_ppm AS setSpeedPpm, unit_mode AS unitMode, state_times AS stateTimes, batch`

/** A flagged record lies at its time of receipt, which is up to a day before its source time (D9). */
const sampleSql = `${requested}
  SELECT * FROM (
    SELECT ${sampleColumns}
    FROM sample
    WHERE (client_id, machine_id, at) IN (SELECT client, machine, time FROM requested) AND NOT flagged
    UNION ALL
    SELECT ${sampleColumns}
    FROM sample
    WHERE flagged
      AND client_id IN {clients:Array(UInt32)}
      AND machine_id IN {machines:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} - INTERVAL 1 DAY
      AND at <= {to:DateTime64(3,'UTC')}
      AND (client_id, machine_id, source_at) IN (SELECT client, machine, time FROM requested)
  )
  ORDER BY batch` as const

const alarmSql = `${requested}
  SELECT machine_id AS machineId, raised_at AS raisedAt, cleared_at AS clearedAt,
    sequence, alarm_group AS group, description, code, batch
  FROM alarm
  WHERE (client_id, machine_id, raised_at) IN (SELECT client, machine, time FROM requested)
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at <= {to:DateTime64(3,'UTC')}
  ORDER BY batch` as const

const auditSql = `${requested}
  SELECT machine_id AS machineId, at, user_group AS userGroup, description,
    value_before AS valueBefore, value_after AS valueAfter, batch
  FROM audit
  WHERE (client_id, machine_id, at) IN (SELECT client, machine, time FROM requested)
    AND at >= {from:DateTime64(3,'UTC')} AND at <= {to:DateTime64(3,'UTC')}
  ORDER BY batch` as const

/** How one kind of record is queried, and of which version a row of the answer is. */
type Question<C extends Columns> = {
  readonly name: string
  readonly sql: typeof sampleSql | typeof alarmSql | typeof auditSql
  readonly columns: C
  version(row: RowOf<C>): readonly [identity: string, version: Version]
}

/** The versions of these samples that the store holds. */
export function storedSamples(
  context: TelemetryContext,
  samples: StoredSample[],
): Promise<Versions> {
  const columns = {
    machineId: 'UInt32',
    at: 'DateTime64',
    sourceAt: 'DateTime64',
    sequence: 'UInt32',
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
    stateTimes: 'Nullable(String)',
    batch: 'UInt64',
  } as const
  return stored(
    context,
    samples.map((sample) => ({ ...placeOf(sample), time: sample.sourceAt })),
    {
      name: 'write.storedSamples',
      sql: sampleSql,
      columns,
      version: (row) => {
        const { at, flagged } = row
        return [sampleIdentity(row), { content: sampleContent(row), at, flagged }]
      },
    },
  )
}

/** The versions of these alarms that the store holds. */
export function storedAlarms(context: TelemetryContext, alarms: StoredAlarm[]): Promise<Versions> {
  const columns = {
    machineId: 'UInt32',
    raisedAt: 'DateTime64',
    clearedAt: 'Nullable(DateTime64)',
    sequence: 'UInt32',
    group: 'String',
    description: 'String',
    code: 'Nullable(String)',
    batch: 'UInt64',
  } as const
  return stored(
    context,
    alarms.map((alarm) => ({ ...placeOf(alarm), time: alarm.raisedAt })),
    {
      name: 'write.storedAlarms',
      sql: alarmSql,
      columns,
      version: (row) => {
        const version = { content: alarmContent(row), at: row.raisedAt, flagged: false }
        return [alarmIdentity(row), version]
      },
    },
  )
}

/** The audit records among these that the store holds. */
export function storedAudits(context: TelemetryContext, audits: StoredAudit[]): Promise<Versions> {
  const columns = {
    machineId: 'UInt32',
    at: 'DateTime64',
    userGroup: 'String',
    description: 'String',
    valueBefore: 'String',
    valueAfter: 'String',
    batch: 'UInt64',
  } as const
  return stored(
    context,
    audits.map((audit) => ({ ...placeOf(audit), time: audit.at })),
    {
      name: 'write.storedAudits',
      sql: auditSql,
      columns,
      version: (row) => [auditIdentity(row), { content: '', at: row.at, flagged: false }],
    },
  )
}

function placeOf({ clientId, machineId }: { clientId: number; machineId: number }) {
  return { clientId, machineId }
}

/** Queries the records at these times, in pieces that fit into one query. */
async function stored<const C extends Columns>(
  context: TelemetryContext,
  places: readonly MachineTime[],
  { name, sql, columns, version }: Question<C>,
): Promise<Versions> {
  const versions: Versions = new Map()
  const distinct = new Map(places.map((place) => [`${place.machineId}|${place.time}`, place]))
  const sorted = [...distinct.values()].sort((a, b) => a.time - b.time)
  for (let i = 0; i < sorted.length; i += queriedAtOnce) {
    const piece = sorted.slice(i, i + queriedAtOnce)
    const params = {
      clients: piece.map(({ clientId }) => clientId),
      machines: piece.map(({ machineId }) => machineId),
      times: piece.map(({ time }) => BigInt(time)),
      from: new Date(piece[0]?.time ?? 0),
      to: new Date(piece.at(-1)?.time ?? 0),
    }
    await selectRows(context, { name, sql, params, columns }, (rows) => {
      for (const row of rows) {
        const [identity, found] = version(row)
        const known = versions.get(identity)
        if (known) known.push(found)
        else versions.set(identity, [found])
      }
    })
  }
  return versions
}
