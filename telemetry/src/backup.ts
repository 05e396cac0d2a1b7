/** The package export for backups: the store at one instant, and its place in a new data directory. */
export {
  type Definition,
  type HeldPart,
  type HeldTelemetry,
  holdTelemetry,
  pauseLimitMs,
  releaseHeld,
} from './backup/holdTelemetry.ts'
export { placeDefinitions, placeOfPart, telemetrySchema } from './backup/placeTelemetry.ts'
export { checkTelemetry, type TelemetryCheck } from './check/checkTelemetry.ts'
export { newestRecord } from './check/newestRecord.ts'
export { StoreNotStill } from './clickhouse/writeGate.ts'
