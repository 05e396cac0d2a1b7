export { bringCarried, packOutcomes, unpackCalls } from './carriedCalls.ts'
export { checkRecord } from './checkRecord.ts'
export type { DeviceVolume, Incoming, Reading, Sender, SourceName } from './connector.ts'
export { parseIngestBody } from './connectors/http/parseIngestBody.ts'
export type {
  Device,
  DirectoryMachine,
  MachineDirectory,
  OpcUaSetting,
  TopicSetting,
} from './directory.ts'
export { createMachineDirectory, deviceSender } from './directory.ts'
export { dictionaryFinding, isProvisional } from './doctor/dictionaryFinding.ts'
export { type KeptRecord, readableAgain, readKept } from './keptAside/readKept.ts'
export type { Metric } from './metrics.ts'
export { createNumberLookUp } from './numberLookUp.ts'
export { isOfClosedSession } from './opcua/closedSession.ts'
export type { OpcUaFound } from './opcua/found.ts'
export type { MachineTally, Pipeline } from './pipeline.ts'
export { createPipeline } from './pipeline.ts'
export { rawText } from './rawText.ts'
export { createReadTurns } from './readTurns.ts'
export type { CellCarrier } from './remotePipeline.ts'
export { isNeverTimed, SessionClock } from './sessionClock.ts'
export {
  type Ingest,
  type IngestOptions,
  openIngest,
  openSources,
  startIngest,
  startRemoteIngest,
} from './startIngest.ts'
export { codeOfState } from './stateWords.ts'
export type { LiveCertificate, TlsMaterial } from './tlsMaterial.ts'
export { readWireRecord } from './wireRecord.ts'
