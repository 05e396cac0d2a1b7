import type { StateTimes } from '@packboard/model'
import { firstPlace } from '../../firstPlace.ts'

/**
 * The parts of a stored sample that time and packs are made of. What a sample leaves out keeps its last known
 * value for that machine (D5).
 */
export type LedgerSample = {
  /** When it counts: the source time, or the time of receipt where the clock was ahead (D9). */
  readonly at: number
  /** With the sequence number the identity of a sample (D7). */
  readonly sourceAt: number
  readonly sequence: number
  /** The machine's session died: OFFLINE from here until its next sample (D11). */
  readonly death?: boolean | undefined
  readonly state?: number | null | undefined
  readonly product?: string | null | undefined
  readonly tool?: string | null | undefined
  readonly user?: string | null | undefined
  readonly speedPpm?: number | null | undefined
  readonly packCounter?: number | null | undefined
  readonly batchCounter?: number | null | undefined
  readonly rejectCounter?: number | null | undefined
  readonly unitMode?: string | null | undefined
  /** Time in each state by the machine's own counters (D71). */
  readonly stateTimes?: StateTimes | null | undefined
}

/** The parts of an alarm that name the cause of a stop (D18). */
export type LedgerAlarm = {
  readonly raisedAt: number
  readonly group: string
  readonly description: string
}

/** Time order; samples that count at one millisecond follow their source time and sequence number (D7, D9). */
export function bySampleOrder(a: LedgerSample, b: LedgerSample): number {
  return a.at - b.at || a.sourceAt - b.sourceAt || a.sequence - b.sequence
}

/** The order in which alarms compete for being the first: time, then group, then description, by code unit. */
export function byAlarmOrder(a: LedgerAlarm, b: LedgerAlarm): number {
  return (
    a.raisedAt - b.raisedAt || compare(a.group, b.group) || compare(a.description, b.description)
  )
}

/** By code unit. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Alarms in order, each once: the same alarm may come again, for instance with the time of its clearing. */
export function orderedAlarms(alarms: readonly LedgerAlarm[]): LedgerAlarm[] {
  if (alarms.length < 2) return [...alarms]
  const sorted = alarms.toSorted(byAlarmOrder)
  return sorted.filter((alarm, i) => {
    const before = sorted[i - 1]
    return before === undefined || byAlarmOrder(before, alarm) !== 0
  })
}

/** The position of the first alarm that was raised at or after an instant. */
export function alarmIndex(alarms: readonly LedgerAlarm[], from: number): number {
  return firstPlace(alarms.length, (place) => (alarms[place]?.raisedAt ?? from) >= from)
}

/** Versions of one sample follow each other, oldest first. */
export function keepNewest(samples: LedgerSample[], sample: LedgerSample): void {
  const last = samples.at(-1)
  if (last !== undefined && isSameSample(last, sample)) samples[samples.length - 1] = sample
  else samples.push(sample)
}

/** Whether two are versions of one sample, of a machine (D7). */
export function isSameSample(one: LedgerSample, other: LedgerSample): boolean {
  return one.at === other.at && one.sourceAt === other.sourceAt && one.sequence === other.sequence
}
