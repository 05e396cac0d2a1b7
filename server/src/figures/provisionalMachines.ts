import { isProvisional } from '@packboard/ingest'
import { machineConnectors } from '@packboard/management'
import type { ClientScope } from '@packboard/model'
import { reportedNumbers } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'

type Stores = Pick<Deps, 'management' | 'telemetry'>

/** The machines of a client whose figures are provisional (decision 45). */
export async function provisionalMachines(
  { management, telemetry }: Stores,
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

/** The serial numbers of those among the machines that a figure or a table is made of. */
export async function provisionalSerials(
  stores: Stores,
  requested: {
    readonly scope: ClientScope
    readonly machines: readonly { readonly id: number; readonly serialNo: string }[]
  },
): Promise<string[]> {
  const provisional = await provisionalMachines(stores, requested.scope)
  return requested.machines.filter(({ id }) => provisional.has(id)).map(({ serialNo }) => serialNo)
}
