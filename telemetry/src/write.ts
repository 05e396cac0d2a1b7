/** The package export for writing records and machine rules, and the id of the installation. */

export { clientsToErase } from './erasure/erasedLists.ts'
export { type ErasedNames, noneErased } from './erasure/erasedNames.ts'
export { eraseNames } from './erasure/eraseNames.ts'
export {
  nameTelemetry,
  noteManagementChange,
  type TelemetryOwner,
  telemetryOwner,
} from './installation.ts'
export type {
  Batch,
  BatchMessage,
  MachineCounts,
  MachineRule,
  MissingOf,
  NumberPair,
  Quarantined,
  RawState,
  RawStates,
  StoredAlarm,
  StoredAudit,
  StoredSample,
  UnknownFields,
} from './records.ts'
export { messageLimits } from './records.ts'
export { commitBatch, commitBatches, putMachineRules } from './write/commitBatch.ts'
export { removeKept } from './write/removeKept.ts'
