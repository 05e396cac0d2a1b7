import type {
  AlarmEnd,
  AlarmQuery,
  AlarmRow as AlarmRowWire,
  AuditQuery,
  AuditRow as AuditRowWire,
} from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import type { AlarmRow, AuditRow } from '@packboard/telemetry/read'
import { all } from '../figures/filterWire.ts'

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

/**
 * How long an alarm stood within a window and what ended it, by the definition of the statistics (letter 46): a page of the list is
 * what they count one by one.
 */
export function alarmEnd(
  { at, clearedAt, nextAt }: Pick<AlarmRow, 'at' | 'clearedAt' | 'nextAt'>,
  windowEnd: Date,
): { readonly seconds: number; readonly end: AlarmEnd } {
  const cleared = clearedAt?.getTime() ?? Infinity
  const next = nextAt?.getTime() ?? Infinity
  const until = Math.max(at.getTime(), Math.min(cleared, next, windowEnd.getTime()))
  const isOpen = nextAt === null && cleared > windowEnd.getTime()
  return {
    seconds: (until - at.getTime()) / 1_000,
    end: isOpen ? 'open' : cleared > next ? 'next' : 'cleared',
  }
}

export function alarmRowWire(row: AlarmRow, serialOf: SerialOf, windowEnd: Date): AlarmRowWire {
  const { seconds, end } = alarmEnd(row, windowEnd)
  return {
    TIMESTAMP: row.at,
    Machine_ID: serialOf(row.machineId),
    Group: row.group,
    Alarm_Desc: row.description,
    clearedAt: row.clearedAt,
    stoodSeconds: seconds,
    end,
  }
}
