/** ClickHouse as the telemetry store uses it: an engine of Packboard's own, or a server elsewhere. */
export {
  type Connection,
  connect,
  DatabaseMissing,
  hasTooManyRows,
  isBusy,
  isUnclear,
} from './clickhouse/connection.ts'
export { untilUnlocked } from './clickhouse/lockIsHeld.ts'
export { startEngine } from './clickhouse/startEngine.ts'
export { DataDirectoryInUse } from './dataDirectoryInUse.ts'
export { type EngineLog, silentLog } from './engineLog.ts'
