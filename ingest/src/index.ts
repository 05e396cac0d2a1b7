export {
  addressesOfThisMachine,
  findAddresses,
  inNetworks,
  neverConnected,
  privateNetworks,
} from './addressRules.ts'
export type { LiveCertificate, TlsMaterial } from './broker/tlsListener.ts'
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
export { dictionaryFinding, isProvisional } from './doctor/diagnose.ts'
export { type KeptRecord, readableAgain, readKept } from './keptAside/readKept.ts'
export { isNeverTimed, SessionClock } from './machineMemory.ts'
export type { MachineTally } from './machineTallies.ts'
export type { Metric } from './metrics.ts'
export { createNumberLookUp } from './numberLookUp.ts'
export type { OpcUaFound } from './opcua/found.ts'
export { isOfClosedSession } from './opcua/openSession.ts'
export { createPipeline, type Pipeline } from './pipeline.ts'
export { createReadTurns } from './readTurns.ts'
export { rawText } from './recordScan/cutRecord.ts'
export type { CellCarrier } from './remotePipeline.ts'
export {
  type Ingest,
  type IngestOptions,
  openIngest,
  openSources,
  startIngest,
  startRemoteIngest,
} from './startIngest.ts'
export { codeOfState } from './stateWords.ts'
export { readWireRecord } from './wireRecord.ts'
