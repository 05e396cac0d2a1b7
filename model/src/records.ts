/**
 * How long a machine was in each state since its counters were cleared, in ms by state code: `2:33000 6:1234500`, lowest code first. One
 * text, because it is held, compared and stored with every sample, and taken apart only after a gap (decision 48).
 */
export type StateTimes = string

/** One machine reports at most so many states. */
export const stateTimesLimit = 64

export function stateTimesOf(times: Iterable<readonly [state: number, ms: number]>): StateTimes {
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([state, ms]) => `${state}:${ms}`)
    .join(' ')
}

export function readStateTimes(times: StateTimes): [state: number, ms: number][] {
  if (times === '') return []
  return times.split(' ').map((one) => {
    const colon = one.indexOf(':')
    return [Number(one.slice(0, colon)), Number(one.slice(colon + 1))]
  })
}

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

/** What is to be said of a machine as a source of records, the most urgent first. */
export const sourceStates = ['never', 'silent', 'clockOff', 'quarantined', 'fine'] as const
export type SourceState = (typeof sourceStates)[number]

/**
 * From here on a clock behind ours is wrong: a record that took longer on its way was held back. Ahead the limit is that of the
 * records, whose time is replaced beyond it (D9).
 */
const behindLimitMs = 60_000

/** Whether a clock with this median is wrong, and to which side. */
export function clockOff(skewMs: number | null): 'ahead' | 'behind' | undefined {
  if (skewMs === null) return undefined
  if (skewMs < -clockToleranceMs) return 'ahead'
  return skewMs > behindLimitMs ? 'behind' : undefined
}

/** Of a machine with several troubles the one that is to be mended first: a silent machine says nothing about its clock. */
export function sourceState({
  hasSpoken,
  isOffline,
  clockSkewMs,
  quarantined,
}: {
  /** A sample of it was stored at some time. */
  readonly hasSpoken: boolean
  /** Its card is OFFLINE: its hold limit is over, or its session ended (D11). */
  readonly isOffline: boolean
  /** Median of receipt − source; positive: behind. */
  readonly clockSkewMs: number | null
  /** Records of the last 24 hours that were not accepted. */
  readonly quarantined: number
}): SourceState {
  if (!hasSpoken) return quarantined > 0 ? 'quarantined' : 'never'
  if (isOffline) return 'silent'
  if (clockOff(clockSkewMs) !== undefined) return 'clockOff'
  return quarantined > 0 ? 'quarantined' : 'fine'
}
