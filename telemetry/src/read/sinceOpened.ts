import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { MachineMessages } from '../write/recentMessages.ts'
import type { ReportedNumbers } from '../write/stateNumbers.ts'

/**
 * The last ten messages of a machine as they came, newest first, with what became of each. They are in the memory of the process
 * that holds the records: after a restart they begin anew, at `since`.
 */
export function recentMessages(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): MachineMessages & { readonly since: number } {
  const { recent } = commits
  return { since: recent.since, ...recent.of(clientId, machineId) }
}

/**
 * The time of the newest sample that a machine sent itself, ms since 1970; null: it sent none, and what is stored of it was imported by a
 * person. It is known after a restart, too.
 */
export function heardAt(
  { context }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): number | null {
  return context.ledger.heardOf(clientId, machineId) ?? null
}

/** The fields of a machine's records that Packboard does not know, up to 20 names, since the records were opened (D65). */
export function unknownFields(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): ReadonlyMap<string, number> {
  return commits.unknownFields.of(clientId, machineId)
}

/** How many numbers of the sequence that a machine counts did not come, since the records were opened. */
export function missingNumbers(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): number {
  return commits.missingNumbers.of(clientId, machineId)
}

/** Which state number of a machine of PackML followed which, since the records were opened (decision 45). */
export function reportedNumbers(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): ReportedNumbers {
  return commits.stateNumbers.of(clientId, machineId)
}
