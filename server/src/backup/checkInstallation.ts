import {
  type ChainFault,
  type Management,
  managementOwner,
  verifyAudit,
  withSnapshot,
} from '@packboard/management'
import { checkTelemetry } from '@packboard/telemetry/backup'
import type { Telemetry } from '@packboard/telemetry/store'
import { telemetryOwner } from '@packboard/telemetry/write'

export type CheckedInstallation = {
  /** A sentence for each fault; none when all is whole. */
  readonly faults: readonly string[]
  readonly parts: number
  readonly rows: number
  readonly tables: number
  readonly indexes: number
  readonly managementRows: number
  /** Of the audit log: those that fit to what was signed, and those that are not signed. */
  readonly auditEntries: number
  readonly auditNotSealed: number
  readonly days: number
  readonly minutes: number
  readonly seconds: number
}

type CheckProgress = { readonly done: number; readonly of: number }

/**
 * Reads all that is stored and compares it with its checksums, and some days of figures with the records that they are made of. It
 * changes nothing, and everything goes on meanwhile.
 */
export async function checkInstallation(
  { management, telemetry }: { readonly management: Management; readonly telemetry: Telemetry },
  options: {
    readonly days: number
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((progress: CheckProgress) => void) | undefined
  },
): Promise<CheckedInstallation> {
  const begun = performance.now()
  const { onProgress, ...rest } = options
  const faults: string[] = []
  const [people, records] = await Promise.all([
    managementOwner(management),
    telemetryOwner(telemetry),
  ])
  if (people.id !== records.id) {
    faults.push('The management data and the records belong to two different installations.')
  }
  const pages = await management.check()
  faults.push(...(pages?.faults ?? []))
  let managementRows = 0
  try {
    await withSnapshot(management, async (snapshot) => {
      for (const table of await snapshot.tables()) {
        for await (const _ of snapshot.rows(table)) managementRows += 1
      }
    })
  } catch (error) {
    faults.push(
      `The management data cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
  const audit = await verifyAudit(management)
  faults.push(...audit.faults.map(sentenceOf))
  const checked = await checkTelemetry(telemetry, {
    ...rest,
    ...(onProgress && { onProgress: (done, of) => onProgress({ done, of }) }),
  })
  faults.push(...checked.faults)
  for (const { machineId, minute } of checked.differences) {
    faults.push(
      `The figures of machine ${machineId} in the minute ${minute.toISOString()} are not what its records say.`,
    )
  }
  return {
    faults,
    parts: checked.parts,
    rows: checked.rows,
    tables: pages?.tables ?? 0,
    indexes: pages?.indexes ?? 0,
    managementRows,
    auditEntries: audit.entries,
    auditNotSealed: audit.notSealed,
    days: checked.days,
    minutes: checked.minutes,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
  }
}

/** What does not fit in the audit log, with the first entry of its chain that does not. */
function sentenceOf({ clientId, no, entryId, what }: ChainFault): string {
  const chain = clientId === null ? 'of the installation' : `of client ${clientId}`
  switch (what) {
    case 'changed':
      return `Entry ${entryId} of the audit log ${chain} (number ${no} of its chain) is not as it was signed.`
    case 'missing':
      return `Number ${no} of the chain of the audit log ${chain} is missing.`
    case 'ends':
      return `The beginning or the end of the chain of the audit log ${chain} was moved.`
    case 'unsealed':
      return `Entry ${entryId} of the audit log ${chain} is waiting for no signature and has none.`
    case 'keyMissing':
      return `The audit log ${chain} was signed with a key that is not in the key file.`
  }
}
