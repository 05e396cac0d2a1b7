import type { Batch, StoredAlarm, StoredAudit, StoredSample } from '../src/records.ts'

/** An early morning on which nothing else happens. */
export const morning = Date.UTC(2026, 10, 20, 6, 0, 0)

/** A sample of machine 1 of client 1 in Execute, unless told otherwise; `at` follows `sourceAt`. */
export function sampleOf(told: Partial<StoredSample> = {}): StoredSample {
  const sourceAt = told.sourceAt ?? told.at ?? morning
  return {
    clientId: 1,
    machineId: 1,
    at: sourceAt,
    sourceAt,
    receivedAt: sourceAt + 40,
    sequence: 0,
    flagged: false,
    state: 10,
    ...told,
  }
}

export function alarmOf(told: Partial<StoredAlarm> = {}): StoredAlarm {
  const raisedAt = told.raisedAt ?? morning
  return {
    clientId: 1,
    machineId: 1,
    raisedAt,
    receivedAt: raisedAt + 40,
    group: 'Film',
    description: 'Film snap',
    ...told,
  }
}

export function auditOf(told: Partial<StoredAudit> = {}): StoredAudit {
  const at = told.at ?? morning
  return {
    clientId: 1,
    machineId: 1,
    at,
    receivedAt: at + 40,
    userGroup: 'Operator',
    description: 'Target speed',
    valueBefore: '180',
    valueAfter: '200',
    ...told,
  }
}

export function batchOf(told: Partial<Batch> = {}): Batch {
  return { samples: [], alarms: [], audits: [], quarantined: [], ...told }
}
