import type { StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import type { TelemetryRoom } from '../room.ts'
import { selectRows } from '../select.ts'
import {
  alarmContent,
  alarmIdentity,
  auditIdentity,
  sampleContent,
  sampleIdentity,
} from './kinds.ts'
import type { Version } from './sortOut.ts'

/** What the store already holds of some records, by their identities, oldest arrival first. */
export type Versions = Map<string, Version[]>

/** The engine takes form fields of up to 128 KB; this many times of 14 digits stay well below. */
const askedAtOnce = 5_000

const asked = `
  WITH asked AS (
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
    set_speed_ppm AS setSpeedPpm, unit_mode AS unitMode, batch`

/** A flagged record lies at its time of receipt, which is up to a day before its source time (D9). */
const sampleSql = `${asked}
  SELECT * FROM (
    SELECT ${sampleColumns}
    FROM packboard.sample
    WHERE (client_id, machine_id, at) IN (SELECT client, machine, time FROM asked) AND NOT flagged
    UNION ALL
    SELECT ${sampleColumns}
    FROM packboard.sample
    WHERE flagged
      AND client_id IN {clients:Array(UInt32)}
      AND machine_id IN {machines:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} - INTERVAL 1 DAY
      AND at <= {to:DateTime64(3,'UTC')}
      AND (client_id, machine_id, source_at) IN (SELECT client, machine, time FROM asked)
  )
  ORDER BY batch` as const

export async function storedSamples(room: TelemetryRoom, samples: StoredSample[]) {
  const versions: Versions = new Map()
  for (const piece of pieces(samples)) await addSamples(room, piece, versions)
  return versions
}

async function addSamples(room: TelemetryRoom, samples: StoredSample[], versions: Versions) {
  const times = samples.map((sample) => sample.sourceAt)
  await selectRows(
    room,
    {
      name: 'write.storedSamples',
      sql: sampleSql,
      params: {
        ...placesOf(samples, times),
        from: new Date(Math.min(...times)),
        to: new Date(Math.max(...times)),
      },
      columns: {
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
        batch: 'UInt64',
      },
    },
    (rows) => {
      for (const row of rows) {
        const { at, flagged } = row
        remember(versions, sampleIdentity(row), { content: sampleContent(row), at, flagged })
      }
    },
  )
}

const alarmSql = `${asked}
  SELECT machine_id AS machineId, raised_at AS raisedAt, cleared_at AS clearedAt,
    alarm_group AS group, description, code, batch
  FROM packboard.alarm
  WHERE (client_id, machine_id, raised_at) IN (SELECT client, machine, time FROM asked)
  ORDER BY batch` as const

export async function storedAlarms(room: TelemetryRoom, alarms: StoredAlarm[]) {
  const versions: Versions = new Map()
  for (const piece of pieces(alarms)) await addAlarms(room, piece, versions)
  return versions
}

async function addAlarms(room: TelemetryRoom, alarms: StoredAlarm[], versions: Versions) {
  const times = alarms.map((alarm) => alarm.raisedAt)
  await selectRows(
    room,
    {
      name: 'write.storedAlarms',
      sql: alarmSql,
      params: placesOf(alarms, times),
      columns: {
        machineId: 'UInt32',
        raisedAt: 'DateTime64',
        clearedAt: 'Nullable(DateTime64)',
        group: 'String',
        description: 'String',
        code: 'Nullable(String)',
        batch: 'UInt64',
      },
    },
    (rows) => {
      for (const row of rows) {
        const version = { content: alarmContent(row), at: row.raisedAt, flagged: false }
        remember(versions, alarmIdentity(row), version)
      }
    },
  )
}

const auditSql = `${asked}
  SELECT machine_id AS machineId, at, user_group AS userGroup, description,
    value_before AS valueBefore, value_after AS valueAfter
  FROM packboard.audit
  WHERE (client_id, machine_id, at) IN (SELECT client, machine, time FROM asked)` as const

export async function storedAudits(room: TelemetryRoom, audits: StoredAudit[]) {
  const versions: Versions = new Map()
  for (const piece of pieces(audits)) await addAudits(room, piece, versions)
  return versions
}

async function addAudits(room: TelemetryRoom, audits: StoredAudit[], versions: Versions) {
  const times = audits.map((audit) => audit.at)
  await selectRows(
    room,
    {
      name: 'write.storedAudits',
      sql: auditSql,
      params: placesOf(audits, times),
      columns: {
        machineId: 'UInt32',
        at: 'DateTime64',
        userGroup: 'String',
        description: 'String',
        valueBefore: 'String',
        valueAfter: 'String',
      },
    },
    (rows) => {
      for (const row of rows) {
        remember(versions, auditIdentity(row), { content: '', at: row.at, flagged: false })
      }
    },
  )
}

function pieces<Rec>(records: Rec[]): Rec[][] {
  const count = Math.ceil(records.length / askedAtOnce)
  return Array.from({ length: count }, (_, index) =>
    records.slice(index * askedAtOnce, (index + 1) * askedAtOnce),
  )
}

/** Each asked place once, as three columns side by side. */
function placesOf(
  records: readonly { readonly clientId: number; readonly machineId: number }[],
  times: readonly number[],
) {
  const seen = new Set<string>()
  const clients: number[] = []
  const machines: number[] = []
  const millis: bigint[] = []
  records.forEach(({ clientId, machineId }, index) => {
    const time = times[index] ?? 0
    const key = `${clientId}|${machineId}|${time}`
    if (seen.has(key)) return
    seen.add(key)
    clients.push(clientId)
    machines.push(machineId)
    millis.push(BigInt(time))
  })
  return { clients, machines, times: millis }
}

function remember(versions: Versions, identity: string, version: Version): void {
  const known = versions.get(identity)
  if (known) known.push(version)
  else versions.set(identity, [version])
}
