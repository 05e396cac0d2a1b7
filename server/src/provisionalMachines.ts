import { isProvisional } from '@packboard/ingest'
import { machineConnectors } from '@packboard/management'
import type { ClientScope } from '@packboard/model'
import { reportedNumbers } from '@packboard/telemetry/read'
import type { Deps } from './deps.ts'

/** The machines of a client whose figures are provisional (decision 45). */
export async function provisionalMachines(
  { management, telemetry }: Pick<Deps, 'management' | 'telemetry'>,
  scope: ClientScope,
): Promise<ReadonlySet<number>> {
  const connectors = await machineConnectors(management, scope)
  // Records are looked at where it depends on them alone: nearly no client has such a machine.
  const found = [...connectors].filter(
    ([id, stored]) =>
      isProvisional(stored, 'numbers') &&
      isProvisional(stored, reportedNumbers(telemetry, scope, id).by),
  )
  return new Set(found.map(([id]) => id))
}
