import type { Alarm, AuditRecord, QuarantineReason, Sample } from '@packboard/model'

export type StoredSample = Omit<Sample, 'serialNo'> & {
  clientId: number
  machineId: number
  sourceAt: number
  receivedAt: number
  flagged: boolean
}
export type StoredAlarm = Omit<Alarm, 'serialNo'> & {
  clientId: number
  machineId: number
  receivedAt: number
}
export type StoredAudit = Omit<AuditRecord, 'serialNo'> & {
  clientId: number
  machineId: number
  receivedAt: number
}
export type Quarantined = {
  clientId: number | null
  machineId: number | null
  serialNo: string
  reason: QuarantineReason
  detail: string
  receivedAt: number
  source: string
  raw: string
}
export type Batch = {
  samples: StoredSample[]
  alarms: StoredAlarm[]
  audits: StoredAudit[]
  quarantined: Quarantined[]
}
export type MachineCounts = {
  machineId: number | null
  accepted: number
  duplicate: number
  late: number
  quarantined: number
  conflicting: number
}
