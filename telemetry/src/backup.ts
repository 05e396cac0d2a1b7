/** The package export for backups and copies: the store at one instant, its place in a new data directory, its steps. */
export { untilUnlocked } from '@packboard/engines/clickhouse'
export {
  type Definition,
  type LinkedPart,
  type PausedTelemetry,
  pauseLimitMs,
  pauseTelemetry,
  placeDefinitions,
  placeOfPart,
  removeLinks,
  telemetrySchema,
} from './backup/pauseTelemetry.ts'
export { checkTelemetry, newestRecord, type TelemetryCheck } from './check/checkTelemetry.ts'
export {
  migrations as telemetrySteps,
  telemetryStepTimes,
} from './clickhouse/migrations/migrate.ts'
export { StoreNotStill } from './clickhouse/writeGate.ts'
