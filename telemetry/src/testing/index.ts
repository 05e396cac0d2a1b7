export { type LedgerCheck, verifyLedger } from '../ledger/verifyLedger.ts'
export { openTestTelemetry } from './openTestTelemetry.ts'
export { rawSamples } from './rawSamples.ts'
