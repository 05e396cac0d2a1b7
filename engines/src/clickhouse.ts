/** ClickHouse as the telemetry store uses it: an engine of Packboard's own, or a server elsewhere. */
export { type Connection, connect } from './clickhouse/connection.ts'
export { hasTooManyRows, isBusy, isUnclear } from './clickhouse/failures.ts'
export { startEngine } from './clickhouse/startEngine.ts'
export { untilUnlocked } from './clickhouse/untilUnlocked.ts'
export { DataDirectoryInUse } from './dataDirectoryInUse.ts'
export { type EngineLog, silentLog } from './engineLog.ts'
