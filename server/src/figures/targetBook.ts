import { type Management, machineTargets, targetSpeeds } from '@packboard/management'
import { type ClientScope, chooseTarget } from '@packboard/model'
import { type ContextTotal, estimatedTarget } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { TargetOf } from './metricsOf.ts'

/**
 * The target speeds of a client (D22): recipe, machine, design speed of the type, and, for machines that have none of
 * these for a product that they packed, the estimate from the 30 days before the end of the window.
 */
export async function targetBook(
  { management, telemetry }: { management: Management; telemetry: Telemetry },
  scope: ClientScope,
  {
    contexts,
    before,
  }: { contexts: readonly Pick<ContextTotal, 'machineId' | 'product'>[]; before: Date },
): Promise<TargetOf> {
  const [recipes, machines] = await Promise.all([
    targetSpeeds(management, scope),
    machineTargets(management, scope),
  ])
  const recipeOf = new Map(recipes.map(({ product, targetPpm }) => [product, targetPpm]))
  const machineOf = new Map(machines.map((machine) => [machine.machineId, machine]))

  const reported = (machineId: number, product: string) => {
    const machine = machineOf.get(machineId)
    return {
      recipe: recipeOf.get(product) ?? null,
      machine: machine?.targetPpm ?? null,
      machineType: machine?.designPpm ?? null,
    }
  }
  const without = contexts
    .filter(({ machineId, product }) => chooseTarget(reported(machineId, product)).ppm === null)
    .map(({ machineId }) => machineId)
  const machineIds = [...new Set(without)].sort((a, b) => a - b)
  const estimates =
    machineIds.length === 0
      ? new Map<number, number>()
      : await estimatedTarget(telemetry, scope, { machineIds, before })

  return (machineId, product) =>
    chooseTarget({ ...reported(machineId, product), estimated: estimates.get(machineId) ?? null })
}
