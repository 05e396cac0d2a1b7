import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'

/** How many numbers of the sequence that a machine counts did not come, since the records were opened. */
export function missingNumbers(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): number {
  return commits.missingNumbers.of(clientId, machineId)
}
