import { openTelemetry } from '@packboard/telemetry/store'
import { rawSamples, verifyLedger } from '@packboard/telemetry/testing'

/** Opens the telemetry of a stopped installation and compares it with itself: raw rows, and the ledger made of them. */
export async function verifyStore(dataDir: string) {
  const telemetry = await openTelemetry({ dataDir })
  try {
    const raw = await rawSamples(telemetry)
    const { differences } = await verifyLedger(telemetry)
    return { ...raw, ledgerDifferences: differences.length }
  } finally {
    await telemetry.close()
  }
}
