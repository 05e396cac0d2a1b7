import type { StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import type { Kind } from './sortOut.ts'

/** As the store gives it back: null where the record said nothing. */
type OrNull<Rec> = { readonly [Key in keyof Rec]: Rec[Key] | null | undefined }

type SampleIdentity = Pick<StoredSample, 'machineId' | 'sourceAt' | 'sequence'>

/** A sample is known by machine, source time and sequence (D7). */
export const sampleIdentity = (sample: SampleIdentity) =>
  `${sample.machineId}|${sample.sourceAt}|${sample.sequence}`

type SampleContent = OrNull<
  Omit<
    StoredSample,
    'clientId' | 'machineId' | 'at' | 'sourceAt' | 'receivedAt' | 'sequence' | 'flagged' | 'death'
  >
> & { readonly death?: boolean }

/** All else that a sample says; how and when it came is not part of it. */
export const sampleContent = (sample: SampleContent) =>
  JSON.stringify([
    sample.death ?? false,
    sample.state,
    sample.product,
    sample.tool,
    sample.user,
    sample.speedPpm,
    sample.packCounter,
    sample.batchCounter,
    sample.rejectCounter,
    sample.setSpeedPpm,
    sample.unitMode,
    sample.stateTimes,
  ])

export const sampleKind: Kind<StoredSample> = {
  time: (sample) => sample.sourceAt,
  identity: sampleIdentity,
  version: (sample) => ({ content: sampleContent(sample), at: sample.at, flagged: sample.flagged }),
  // A record sent again later may no longer be ahead of the clock; its place in time stays where it first was.
  adopt: (sample, earlier) => ({ ...sample, at: earlier.at, flagged: earlier.flagged }),
}

type AlarmIdentity = Pick<StoredAlarm, 'machineId' | 'raisedAt' | 'group' | 'description'> & {
  readonly sequence?: number
  readonly code?: string | null
}

/** An alarm is known by machine, time, number (D61), group, description and code. */
export const alarmIdentity = (alarm: AlarmIdentity) =>
  JSON.stringify([
    alarm.machineId,
    alarm.raisedAt,
    alarm.sequence ?? 0,
    alarm.group,
    alarm.description,
    alarm.code ?? null,
  ])

const notCleared = 'not cleared'

/** When an alarm cleared; that may come later, in a second record. */
export const alarmContent = (alarm: { readonly clearedAt?: number | null }) =>
  String(alarm.clearedAt ?? notCleared)

export const alarmKind: Kind<StoredAlarm> = {
  time: (alarm) => alarm.raisedAt,
  identity: alarmIdentity,
  version: (alarm) => ({ content: alarmContent(alarm), at: alarm.raisedAt, flagged: false }),
  completes: (_alarm, earlier) => earlier.content === notCleared,
}

type AuditIdentity = Omit<StoredAudit, 'clientId' | 'receivedAt'>

/** An audit record is known by all that it says, so it can be a repeat but never a conflict. */
export const auditIdentity = (audit: AuditIdentity) =>
  JSON.stringify([
    audit.machineId,
    audit.at,
    audit.userGroup,
    audit.description,
    audit.valueBefore,
    audit.valueAfter,
  ])

export const auditKind: Kind<StoredAudit> = {
  time: (audit) => audit.at,
  identity: auditIdentity,
  version: (audit) => ({ content: '', at: audit.at, flagged: false }),
}
