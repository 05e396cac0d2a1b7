import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { ReportedNumbers } from '../write/stateNumbers.ts'

/** Which state number of a machine of PackML followed which, since the records were opened (decision 45). */
export function reportedNumbers(
  { commits }: Telemetry,
  { clientId }: ClientScope,
  machineId: number,
): ReportedNumbers {
  return commits.stateNumbers.of(clientId, machineId)
}
