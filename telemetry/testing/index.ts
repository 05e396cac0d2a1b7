export { openTestClickHouse, testClickHouseKey, testDatabases } from './openTestClickHouse.ts'
export { createTestStore, openTestTelemetry, type TestStore } from './openTestTelemetry.ts'
export { rawSamples } from './rawSamples.ts'
export { type LedgerCheck, verifyLedger } from './verifyLedger.ts'
