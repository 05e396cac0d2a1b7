import type { Insert } from '../clickhouse/insertDurably.ts'
import { NativeBlock } from '../clickhouse/nativeBlock.ts'
import {
  bool,
  MaybeNumbers,
  MaybeTexts,
  MillisColumn,
  uint32,
  uint64,
} from '../clickhouse/nativeColumns.ts'
import { RowWriter } from '../clickhouse/rowWriter.ts'
import type { Quarantined, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'

/** Records, and beside each the number of the commit that brings it. */
export type Numbered<Rec> = {
  readonly records: readonly Rec[]
  readonly batches: readonly bigint[]
}

const sampleSql = `INSERT INTO sample
  (client_id, machine_id, at, source_at, sequence, received_at, batch, flagged, death, alive, state, product, tool, user,
   speed_ppm, pack_counter, batch_counter, reject_counter, set_speed_ppm, unit_mode, state_times, imported)
  FORMAT Native`

/** Samples are many: they go column by column. */
export function insertSamples({ records, batches }: Numbered<StoredSample>): Insert {
  const rows = records.length
  const block = new NativeBlock(rows)
  const clientId = block.add('client_id', uint32(rows)).values
  const machineId = block.add('machine_id', uint32(rows)).values
  const at = block.add('at', new MillisColumn(rows))
  const sourceAt = block.add('source_at', new MillisColumn(rows))
  const sequence = block.add('sequence', uint32(rows)).values
  const receivedAt = block.add('received_at', new MillisColumn(rows))
  block.add('batch', uint64(rows)).values.set(batches)
  const flagged = block.add('flagged', bool(rows)).values
  const death = block.add('death', bool(rows)).values
  const alive = block.add('alive', bool(rows)).values
  const state = block.add('state', new MaybeNumbers('Int32', rows))
  const product = block.add('product', new MaybeTexts(rows))
  const tool = block.add('tool', new MaybeTexts(rows))
  const user = block.add('user', new MaybeTexts(rows))
  const speed = block.add('speed_ppm', new MaybeNumbers('Float64', rows))
  const packs = block.add('pack_counter', new MaybeNumbers('Float64', rows))
  const batchCounter = block.add('batch_counter', new MaybeNumbers('Float64', rows))
  const rejects = block.add('reject_counter', new MaybeNumbers('Float64', rows))
  const setSpeed = block.add('set_speed_ppm', new MaybeNumbers('Float64', rows))
  const unitMode = block.add('unit_mode', new MaybeTexts(rows))
  const stateTimes = block.add('state_times', new MaybeTexts(rows))
  const imported = block.add('imported', bool(rows)).values
  let row = 0
  for (const record of records) {
    clientId[row] = record.clientId
    machineId[row] = record.machineId
    at.set(row, record.at)
    sourceAt.set(row, record.sourceAt)
    sequence[row] = record.sequence
    receivedAt.set(row, record.receivedAt)
    flagged[row] = record.flagged ? 1 : 0
    death[row] = record.death ? 1 : 0
    alive[row] = record.alive ? 1 : 0
    state.set(row, record.state)
    product.add(record.product)
    tool.add(record.tool)
    user.add(record.user)
    speed.set(row, record.speedPpm)
    packs.set(row, record.packCounter)
    batchCounter.set(row, record.batchCounter)
    rejects.set(row, record.rejectCounter)
    setSpeed.set(row, record.setSpeedPpm)
    unitMode.add(record.unitMode)
    stateTimes.add(record.stateTimes)
    imported[row] = record.imported ? 1 : 0
    row += 1
  }
  return { name: 'write.samples', sql: sampleSql, rows: block.bytes() }
}

const alarmSql = `INSERT INTO alarm
  (client_id, machine_id, raised_at, sequence, cleared_at, alarm_group, description, code, received_at, batch)
  FORMAT RowBinary`

export function insertAlarms({ records, batches }: Numbered<StoredAlarm>): Insert {
  const row = new RowWriter()
  for (const [place, record] of records.entries()) {
    row.uint32(record.clientId)
    row.uint32(record.machineId)
    row.millis(record.raisedAt)
    row.uint32(record.sequence ?? 0)
    row.maybeMillis(record.clearedAt)
    row.text(record.group)
    row.text(record.description)
    row.maybeText(record.code)
    row.millis(record.receivedAt)
    row.uint64(batches[place] ?? 0n)
  }
  return { name: 'write.alarms', sql: alarmSql, rows: row.bytes() }
}

const auditSql = `INSERT INTO audit
  (client_id, machine_id, at, user_group, description, value_before, value_after, received_at, batch)
  FORMAT RowBinary`

export function insertAudits({ records, batches }: Numbered<StoredAudit>): Insert {
  const row = new RowWriter()
  for (const [place, record] of records.entries()) {
    row.uint32(record.clientId)
    row.uint32(record.machineId)
    row.millis(record.at)
    row.text(record.userGroup)
    row.text(record.description)
    row.text(record.valueBefore)
    row.text(record.valueAfter)
    row.millis(record.receivedAt)
    row.uint64(batches[place] ?? 0n)
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
