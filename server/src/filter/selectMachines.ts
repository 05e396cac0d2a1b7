import type { ClientMachine } from '@packboard/management'
import { AppError } from '@packboard/model'
import { all } from './contextFilterOf.ts'

/**
 * The machines of a scope that a call selects. One that is named as the object of the call must exist: if it belongs to
 * another client, is deleted or never existed, it is not found (D35). One that is chosen in the filter only narrows.
 */
export function selectMachines(
  inScope: readonly ClientMachine[],
  { machineId = all, machine = all }: { machineId?: string; machine?: string },
): ClientMachine[] {
  const named = inScope.filter(({ serialNo }) => machineId === all || serialNo === machineId)
  if (machineId !== all && named.length === 0) throw new AppError('machine.notFound')
  return named.filter(({ serialNo }) => machine === all || serialNo === machine)
}
