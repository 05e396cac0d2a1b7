export { openTestClickHouse, testClickHouseKey, testDatabases } from './openTestClickHouse.ts'
export { openTestTelemetry } from './openTestTelemetry.ts'
export { rawSamples } from './rawSamples.ts'
export { type LedgerCheck, verifyLedger } from './verifyLedger.ts'
