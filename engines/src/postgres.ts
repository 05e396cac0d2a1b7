/** PostgreSQL as the management store uses it: an engine of Packboard's own below the data directory. */

export { DataDirectoryInUse } from './dataDirectoryInUse.ts'
export { type EngineLog, silentLog } from './engineLog.ts'
export type { ClusterCheck } from './postgres/checkCluster.ts'
export { type Engine, startEngine } from './postgres/startEngine.ts'
