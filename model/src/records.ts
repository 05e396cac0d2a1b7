import type { StateTimes } from './stateTimes.ts'

/**
 * What a machine sends, made uniform (D4). Connectors translate their wire words into these three records; no other
 * room knows by which protocol they came.
 */

/** Instants are milliseconds since 1970, UTC; speed is packs per minute (D3). */
export type Sample = {
  readonly serialNo: string
  /** Source time; for protocols that carry none, the time of receipt. */
  readonly at: number
  /** Orders samples of the same millisecond; part of the identity (D7). */
  readonly sequence: number
  /** What a sample leaves out keeps its last known value for that machine (D5). */
  readonly state?: number
  readonly product?: string
  readonly tool?: string
  /** The operator on the machine. */
  readonly user?: string
  readonly speedPpm?: number
  /** Cumulative; may be fractional, may reset or roll over (D14). */
  readonly packCounter?: number
  readonly batchCounter?: number
  readonly rejectCounter?: number
  readonly setSpeedPpm?: number
  readonly unitMode?: string
  /** Time in each state since the counters were cleared: what repairs a gap (D71). */
  readonly stateTimes?: StateTimes
  /** The machine's session died: OFFLINE from `at` until its next sample (D11). Carries nothing else. */
  readonly death?: true
  /** Packboard itself says that the session of the machine lives (D58). Carries nothing else. */
  readonly alive?: true
}

export type Alarm = {
  readonly serialNo: string
  readonly raisedAt: number
  /** Distinguishes alarms that are alike otherwise; part of the identity (D61). */
  readonly sequence?: number
  /** May come later, in a second record of the same identity. */
  readonly clearedAt?: number
  readonly group: string
  readonly description: string
  readonly code?: string
}

export type AuditRecord = {
  readonly serialNo: string
  readonly at: number
  readonly userGroup: string
  readonly description: string
  readonly valueBefore: string
  readonly valueAfter: string
}

export type MachineRecord =
  | ({ readonly kind: 'sample' } & Sample)
  | ({ readonly kind: 'alarm' } & Alarm)
  | ({ readonly kind: 'audit' } & AuditRecord)

/** Why a record was quarantined instead of accepted (D9, D10); `cut`: it breaks a bound, and is kept as cut text. */
export const quarantineReasons = [
  'unknownMachine',
  'notBound',
  'malformed',
  'implausible',
  'tooFarAhead',
  'tooOld',
  'cut',
] as const
export type QuarantineReason = (typeof quarantineReasons)[number]
/** What the sender has to do, as docs/manual/send-records.md says it. */
export const quarantineMends: Readonly<Record<QuarantineReason | 'unknownState', string>> = {
  unknownMachine: 'Add the machine in the panel, or correct the serial number or the topic.',
  notBound: 'Send with the token of that machine, or of a gateway of its client.',
  malformed: 'Write the field as the detail says.',
  unknownState: 'Put this name or number into the table of states, or choose another dictionary.',
  implausible: "A number is outside what a machine can count: look at the sender's units.",
  tooFarAhead: 'The clock of the machine is more than 24 hours ahead: set it.',
  tooOld: 'It is older than 400 days: leave it out.',
  cut: 'It is larger than a record may be, and cannot be sent again from here: let its machine send less in one record.',
}

/** D9: a clock that is further ahead than this is set to the time of receipt, and flagged. */
export const clockToleranceMs = 5_000
/** D9: further ahead than this the record is wrong, not only its clock. */
export const clockLimitMs = 24 * 3_600_000
/** D53: raw records are kept 400 days; an older one would be deleted at once, so it is quarantined. */
export const rawRetentionDays = 400
/** D11: how long the last sample of a machine is valid, unless its machine type sets another limit. */
export const defaultHoldMs = 90_000

/** Different texts that one machine may use on one UTC day for each of product, tool and user (T71). */
export const textsPerDay = 500
/** What stands in for a text beyond the limit; the screens translate it. */
export const otherText = '(other)'
