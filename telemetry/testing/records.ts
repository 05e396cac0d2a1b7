import type { Batch, StoredAlarm, StoredAudit, StoredSample } from '../src/records.ts'

/** An early morning without other records. */
export const morning = Date.UTC(2026, 10, 20, 6, 0, 0)

/** A sample of machine 1 of client 1 in Execute, unless given otherwise; `at` follows `sourceAt`. */
export function sampleOf(reported: Partial<StoredSample> = {}): StoredSample {
  const sourceAt = reported.sourceAt ?? reported.at ?? morning
  return {
    clientId: 1,
    machineId: 1,
    at: sourceAt,
    sourceAt,
    receivedAt: sourceAt + 40,
    sequence: 0,
    flagged: false,
    state: 10,
    ...reported,
  }
}

export function alarmOf(reported: Partial<StoredAlarm> = {}): StoredAlarm {
  const raisedAt = reported.raisedAt ?? morning
  return {
    clientId: 1,
    machineId: 1,
    raisedAt,
    receivedAt: raisedAt + 40,
    group: 'Film',
    description: 'Film snap',
    ...reported,
  }
}

export function auditOf(reported: Partial<StoredAudit> = {}): StoredAudit {
  const at = reported.at ?? morning
  return {
    clientId: 1,
    machineId: 1,
    at,
    receivedAt: at + 40,
    userGroup: 'Operator',
    description: 'Target speed',
    valueBefore: '180',
    valueAfter: '200',
    ...reported,
  }
}

export function batchOf(reported: Partial<Batch> = {}): Batch {
  return { samples: [], alarms: [], audits: [], quarantined: [], ...reported }
}
