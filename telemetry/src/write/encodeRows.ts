import type { Insert } from '../clickhouse/insertDurably.ts'
import { RowWriter } from '../clickhouse/rowWriter.ts'
import type { Quarantined, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'

/** A record with the number of the commit that brings it. */
export type Numbered<Rec> = { readonly record: Rec; readonly batch: bigint }

const sampleSql = `INSERT INTO sample
  (client_id, machine_id, at, source_at, sequence, received_at, batch, flagged, death, alive, state, product, tool, user,
   speed_ppm, pack_counter, batch_counter, reject_counter, set_speed_ppm, unit_mode)
  FORMAT RowBinary`

export function insertSamples(samples: readonly Numbered<StoredSample>[]): Insert {
  const row = new RowWriter(samples.length * 128)
  for (const { record, batch } of samples) {
    row.uint32(record.clientId)
    row.uint32(record.machineId)
    row.millis(record.at)
    row.millis(record.sourceAt)
    row.uint32(record.sequence)
    row.millis(record.receivedAt)
    row.uint64(batch)
    row.bool(record.flagged)
    row.bool(record.death ?? false)
    row.bool(record.alive ?? false)
    row.maybeInt32(record.state)
    row.maybeText(record.product)
    row.maybeText(record.tool)
    row.maybeText(record.user)
    row.maybeFloat64(record.speedPpm)
    row.maybeFloat64(record.packCounter)
    row.maybeFloat64(record.batchCounter)
    row.maybeFloat64(record.rejectCounter)
    row.maybeFloat64(record.setSpeedPpm)
    row.maybeText(record.unitMode)
  }
  return { name: 'write.samples', sql: sampleSql, rows: row.bytes() }
}

const alarmSql = `INSERT INTO alarm
  (client_id, machine_id, raised_at, sequence, cleared_at, alarm_group, description, code, received_at, batch)
  FORMAT RowBinary`

export function insertAlarms(alarms: readonly Numbered<StoredAlarm>[]): Insert {
  const row = new RowWriter()
  for (const { record, batch } of alarms) {
    row.uint32(record.clientId)
    row.uint32(record.machineId)
    row.millis(record.raisedAt)
    row.uint32(record.sequence ?? 0)
    row.maybeMillis(record.clearedAt)
    row.text(record.group)
    row.text(record.description)
    row.maybeText(record.code)
    row.millis(record.receivedAt)
    row.uint64(batch)
  }
  return { name: 'write.alarms', sql: alarmSql, rows: row.bytes() }
}

const auditSql = `INSERT INTO audit
  (client_id, machine_id, at, user_group, description, value_before, value_after, received_at, batch)
  FORMAT RowBinary`

export function insertAudits(audits: readonly Numbered<StoredAudit>[]): Insert {
  const row = new RowWriter()
  for (const { record, batch } of audits) {
    row.uint32(record.clientId)
    row.uint32(record.machineId)
    row.millis(record.at)
    row.text(record.userGroup)
    row.text(record.description)
    row.text(record.valueBefore)
    row.text(record.valueAfter)
    row.millis(record.receivedAt)
    row.uint64(batch)
  }
  return { name: 'write.audits', sql: auditSql, rows: row.bytes() }
}

const quarantineSql = `INSERT INTO quarantine
  (client_id, machine_id, serial_no, reason, detail, received_at, source, raw, batch)
  FORMAT RowBinary`

export function insertQuarantined(quarantined: readonly Quarantined[], batch: bigint): Insert {
  const row = new RowWriter()
  for (const record of quarantined) {
    row.maybeUint32(record.clientId)
    row.maybeUint32(record.machineId)
    row.text(record.serialNo)
    row.text(record.reason)
    row.text(record.detail)
    row.millis(record.receivedAt)
    row.text(record.source)
    row.text(record.raw)
    row.uint64(batch)
  }
  return { name: 'write.quarantined', sql: quarantineSql, rows: row.bytes() }
}
