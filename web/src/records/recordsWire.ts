import type { AlarmEnd, AlarmQuery, AlarmRow, AuditQuery, AuditRow } from '@packboard/contract'
import type { FilterWindow } from '@packboard/model'
import { windowWire } from '../filter/filterWire.ts'

/** Which records of which machine are shown; 'All' is no restriction. */
export type RecordFilter = {
  readonly clientId: number
  /** Serial number. */
  readonly machineId: string
  readonly window: FilterWindow
  readonly group: string
  readonly description: string
}

/** A change that a person made at a machine. */
type AuditEntry = {
  readonly at: Date
  readonly serialNo: string
  readonly userGroup: string
  readonly description: string
  readonly before: string
  readonly after: string
}

/** An alarm that a machine raised. */
type AlarmEntry = {
  readonly at: Date
  readonly serialNo: string
  readonly group: string
  readonly description: string
  /** As the machine sent it; null: it sent none. */
  readonly clearedAt: Date | null
  /** For how long it stood in the window. */
  readonly seconds: number
  /** What ended it; of `next` the time is an upper limit, `open` stood when the window ended. */
  readonly end: AlarmEnd
}

export function auditQuestion(filter: RecordFilter): AuditQuery {
  return { ...machineAndWindow(filter), User_Group: filter.group, description: filter.description }
}

export function alarmQuestion(filter: RecordFilter): AlarmQuery {
  return { ...machineAndWindow(filter), group: filter.group, description: filter.description }
}

export function auditEntry(row: AuditRow): AuditEntry {
  return {
    at: row.TIMESTAMP,
    serialNo: row.Machine_ID,
    userGroup: row.User_Group,
    description: row.Description,
    before: row.Value_Before,
    after: row.Value_After,
  }
}

export function alarmEntry(row: AlarmRow): AlarmEntry {
  return {
    at: row.TIMESTAMP,
    serialNo: row.Machine_ID,
    group: row.Group,
    description: row.Alarm_Desc,
    clearedAt: row.clearedAt,
    seconds: row.stoodSeconds,
    end: row.end,
  }
}

/** The question of the statistics of alarms: their rows hold every group and description. */
export function machineAndWindow({
  clientId,
  machineId,
  window,
}: Pick<RecordFilter, 'clientId' | 'machineId' | 'window'>) {
  return { clientId, machineId, ...windowWire(window) }
}
