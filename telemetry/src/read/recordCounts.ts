import { type ClientScope, machineStates, unknownState } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

type Since = { readonly machineIds: readonly number[]; readonly since: Date }

const outcomeSql = `
  SELECT machine_id AS machineId, sum(accepted) AS accepted, sum(duplicate) AS duplicate, sum(late) AS late,
    sum(back_fill) AS backFill, sum(quarantined) AS quarantined, sum(conflicting) AS conflicting, sum(alive) AS alive
  FROM ingest_count
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
  GROUP BY machine_id
  ORDER BY machine_id
`

const outcomeRow = z.object({
  machineId: z.number(),
  /** Stored; late and conflicting ones are among them. */
  accepted: z.coerce.number(),
  duplicate: z.coerce.number(),
  late: z.coerce.number(),
  /** Of the late ones, those more than a minute older than the newest: kept and sent afterwards. */
  backFill: z.coerce.number(),
  quarantined: z.coerce.number(),
  conflicting: z.coerce.number(),
  /** Empty samples that Packboard wrote while the session of the machine lived; in no other count (D58). */
  alive: z.coerce.number(),
})

/** What became of the records of one machine since its first one. */
export type IngestCount = z.output<typeof outcomeRow>

/** Nothing is dropped silently (D10): the counts of machines, at most some seconds old. */
export async function ingestCounts(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds }: { readonly machineIds: readonly number[] },
): Promise<IngestCount[]> {
  return select(context, {
    name: 'read.ingestCounts',
    sql: outcomeSql,
    params: { clientId, machineIds },
    row: outcomeRow,
  })
}

const hourSql = `
  SELECT machine_id AS machineId, toUnixTimestamp(hour) * 1000 AS beginMs, sum(accepted) AS accepted,
    sum(duplicate) AS duplicate, sum(late) AS late, sum(back_fill) AS backFill, sum(resets) AS resets,
    sum(quarantined) AS quarantined
  FROM ingest_count
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND hour >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id, hour
  ORDER BY machine_id, hour
`

const hourRow = z.object({
  machineId: z.number(),
  beginMs: z.coerce.number(),
  accepted: z.coerce.number(),
  duplicate: z.coerce.number(),
  late: z.coerce.number(),
  backFill: z.coerce.number(),
  resets: z.coerce.number(),
  quarantined: z.coerce.number(),
})

/** What became of the records of a machine in the hour in which they came (D10); late ones are among the accepted, back-fills among the late. */
export type ReceivedHour = z.output<typeof hourRow>

/** The outcomes of records by machine and hour of receipt since then, at most some seconds old; hours without any are left out. */
export async function receivedHours(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Since,
): Promise<ReceivedHour[]> {
  return select(context, {
    name: 'read.receivedHours',
    sql: hourSql,
    params: { clientId, machineIds, since },
    row: hourRow,
  })
}

/** `unknownStates`: samples whose state is none that Packboard knows; they are stored, and their time is of unknown state (D13). */
const arrivalSql = `
  SELECT machine_id AS machineId, toUnixTimestamp64Milli(max(received_at)) AS receivedAt,
    countIf(isNotNull(state) AND NOT has({codes:Array(Int32)}, assumeNotNull(state))) AS unknownStates
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {since:DateTime64(3,'UTC')} AND NOT death AND NOT alive AND NOT imported
  GROUP BY machine_id
`

const arrivalRow = z.object({
  machineId: z.number(),
  receivedAt: z.coerce.number().transform((at): Date | null => new Date(at)),
  unknownStates: z.coerce.number(),
})

/** Beside a tag that its dictionary does not hold an unknown state is stored: the tag is quarantined, and counted there. */
const codes = [...machineStates.map(({ code }) => code), unknownState]

/** When the newest record of a machine came that it sent itself, null when none is known; and its samples of an unknown state. */
export type SampleArrivals = z.output<typeof arrivalRow>

/** The arrivals of machines, by their samples since then and by what the process remembers of all kinds of records. */
export async function sampleArrivals(
  { context, commits }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Since,
): Promise<SampleArrivals[]> {
  const params = { clientId, machineIds, codes, since }
  const rows = await select(context, {
    name: 'read.sampleArrivals',
    sql: arrivalSql,
    params,
    row: arrivalRow,
  })
  const found = new Map(rows.map((arrivals) => [arrivals.machineId, arrivals]))
  return machineIds.map((machineId) => {
    const known = found.get(machineId) ?? { machineId, receivedAt: null, unknownStates: 0 }
    const { goodAt } = commits.recent.of(clientId, machineId)
    return goodAt !== null && goodAt > (known.receivedAt?.getTime() ?? 0)
      ? { ...known, receivedAt: new Date(goodAt) }
      : known
  })
}

/** Of so many records of each kind the length is taken. */
const sizeSql = `
  SELECT 'sample' AS kind, avgOrNull(length(line)) AS bytes FROM (
    SELECT formatRow('JSONEachRow', source_at AS time, sequence AS seq, state, product, tool, user, speed_ppm AS speed,
      pack_counter AS packs, batch_counter AS batch, reject_counter AS rejects, set_speed_ppm AS setSpeed, unit_mode AS unitMode,
      state_times AS stateSeconds) AS line
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
  UNION ALL
  SELECT 'alarm', avgOrNull(length(line)) FROM (
    SELECT formatRow('JSONEachRow', raised_at AS raisedAt, cleared_at AS clearedAt, alarm_group AS group, description, code) AS line
    FROM alarm
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND raised_at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
  UNION ALL
  SELECT 'audit', avgOrNull(length(line)) FROM (
    SELECT formatRow('JSONEachRow', at AS time, user_group AS userGroup, description, value_before AS valueBefore,
      value_after AS valueAfter) AS line
    FROM audit
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
`

const sizeRow = z.object({
  kind: z.enum(['sample', 'alarm', 'audit']),
  bytes: z.coerce.number().nullable(),
})

/** The mean length of a record of one kind as a line of JSON, in bytes; null without one. */
export type RecordSize = z.output<typeof sizeRow>

/** How long the records of machines since an instant are, by 10,000 of each kind. */
export async function recordSizes(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Since,
): Promise<RecordSize[]> {
  const params = { clientId, machineIds, since }
  return select(context, { name: 'read.recordSizes', sql: sizeSql, params, row: sizeRow })
}

const volumeSql = `
  SELECT 'sample' AS kind, machine_id AS machineId, count() AS records, toUnixTimestamp64Milli(min(at)) AS first
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
  UNION ALL
  SELECT 'alarm', machine_id, count(), toUnixTimestamp64Milli(min(raised_at))
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND raised_at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
  UNION ALL
  SELECT 'audit', machine_id, count(), toUnixTimestamp64Milli(min(at))
  FROM audit
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
`

const volumeRow = z.object({
  kind: z.enum(['sample', 'alarm', 'audit']),
  machineId: z.number(),
  records: z.coerce.number(),
  first: z.coerce.number().transform((ms) => new Date(ms)),
})

/** How many records of one kind a machine made since an instant, and the first of them. */
export type RecordVolume = z.output<typeof volumeRow>

/** The records of machines since an instant, as they are stored; a machine without one of a kind has no row of it. */
export async function recordVolumes(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Since,
): Promise<RecordVolume[]> {
  const params = { clientId, machineIds, since }
  return select(context, { name: 'read.recordVolumes', sql: volumeSql, params, row: volumeRow })
}
