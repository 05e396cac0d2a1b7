import type {
  AlarmQuery,
  AlarmRow as AlarmRowWire,
  AuditQuery,
  AuditRow as AuditRowWire,
} from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import type { AlarmRow, AuditRow } from '@packboard/telemetry/read'
import { all } from '../filter/filterWire.ts'

const chosen = (value: string) => (value === all ? undefined : value)

/** The values of the selects of the Audit Trail; undefined narrows nothing. */
export function auditChoices({
  User_Group,
  description,
}: Pick<AuditQuery, 'User_Group' | 'description'>) {
  return { userGroup: chosen(User_Group), description: chosen(description) }
}

/** The values of the selects of Alarm Info. */
export function alarmChoices({ group, description }: Pick<AlarmQuery, 'group' | 'description'>) {
  return { group: chosen(group), description: chosen(description) }
}

export type SerialOf = (machineId: number) => string

/** The serial numbers of the requested machines; rows of no other machine can be returned. */
export function serialsOf(machines: readonly ClientMachine[]): SerialOf {
  const serials = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
  return (machineId) => serials.get(machineId) ?? ''
}

export function auditRowWire(row: AuditRow, serialOf: SerialOf): AuditRowWire {
  return {
    TIMESTAMP: row.at,
    Machine_ID: serialOf(row.machineId),
    User_Group: row.userGroup,
    Description: row.description,
    Value_Before: row.valueBefore,
    Value_After: row.valueAfter,
  }
}

export function alarmRowWire(row: AlarmRow, serialOf: SerialOf): AlarmRowWire {
  return {
    TIMESTAMP: row.at,
    Machine_ID: serialOf(row.machineId),
    Group: row.group,
    Alarm_Desc: row.description,
  }
}
