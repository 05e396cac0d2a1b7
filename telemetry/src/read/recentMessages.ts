import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { MachineMessages } from '../write/recentMessages.ts'

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
