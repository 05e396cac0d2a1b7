import { machineState } from '@packboard/model'
import { alarmIndex, type LedgerAlarm } from './ledgerRecords.ts'

/** D18: an alarm raised this long before a stop may be its cause. */
export const causeLeadMs = 5_000

/** A maximal stretch outside run; being offline does not end it (D18). */
export type Stop = {
  readonly since: number
  /** The first-out alarm, as far as time has been followed. */
  cause: LedgerAlarm | null
  /** Names the stop when no alarm does. */
  firstState: number | null
}

/** What a stop is called: the group and description of its first-out alarm, or its first state. */
export type StopLabel = {
  readonly group: string
  readonly cause: string
  /** An alarm gave the name; only an earlier alarm could still change it. */
  readonly byAlarm: boolean
}

const noLabel: StopLabel = { group: '', cause: '', byAlarm: false }

/** The first alarm from 5 s before a stop until `before`. */
export function firstOut(
  stop: Stop,
  alarms: readonly LedgerAlarm[],
  before: number,
): LedgerAlarm | null {
  if (stop.cause !== null) return stop.cause
  if (alarms.length === 0) return null
  const first = alarms[alarmIndex(alarms, stop.since - causeLeadMs)]
  return first !== undefined && first.raisedAt < before ? first : null
}

export function labelOf(cause: LedgerAlarm | null, firstState: number | null): StopLabel {
  if (cause !== null) return { group: cause.group, cause: cause.description, byAlarm: true }
  if (firstState !== null)
    return { group: '', cause: machineState(firstState).name, byAlarm: false }
  return noLabel
}

export function sameLabel(a: StopLabel, b: StopLabel): boolean {
  return a.group === b.group && a.cause === b.cause && a.byAlarm === b.byAlarm
}
