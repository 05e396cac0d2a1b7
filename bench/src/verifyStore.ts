import { openTelemetry } from '@packboard/telemetry/store'
import { countedAndStored, rawSamples, verifyLedger } from '@packboard/telemetry/testing'

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

/** The records of a stopped installation as they were counted, and as they are stored, without those that Packboard wrote itself. */
export async function verifyCounts(dataDir: string) {
  const telemetry = await openTelemetry({ dataDir })
  try {
    const { stored, identities, own } = await rawSamples(telemetry)
    const lines = await countedAndStored(telemetry)
    const sum = (field: 'accepted' | 'duplicate' | 'quarantined') =>
      lines.reduce((total, line) => total + line[field], 0)
    const [accepted, duplicate, quarantined] = [
      sum('accepted'),
      sum('duplicate'),
      sum('quarantined'),
    ]
    const received = accepted + duplicate + quarantined
    return {
      received,
      accepted,
      duplicate,
      quarantined,
      stored: stored - own,
      twice: stored - identities,
    }
  } finally {
    await telemetry.close()
  }
}
