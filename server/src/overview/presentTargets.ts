import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Target } from '@packboard/model'
import { machineNow } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { targetBook } from '../figures/targetBook.ts'

type PresentTarget = Target & {
  /** What the machine packs at that moment; empty when it has named nothing. */
  readonly product: string
}

/** By machine the target speed (D22) with the product that it packs at a moment. */
export async function presentTargets(
  deps: Pick<Deps, 'telemetry' | 'management'>,
  scope: ClientScope,
  { machines, at }: { readonly machines: readonly ClientMachine[]; readonly at: Date },
): Promise<ReadonlyMap<number, PresentTarget>> {
  const machineIds = machines.map(({ id }) => id)
  const found =
    machineIds.length === 0 ? [] : await machineNow(deps.telemetry, scope, { machineIds, at })
  const products = new Map(found.map(({ machineId, product }) => [machineId, product]))
  const contexts = machineIds.map((machineId) => ({
    machineId,
    product: products.get(machineId) ?? '',
  }))
  const targetOf = await targetBook(deps, scope, { contexts, from: at, before: at })
  return new Map(
    contexts.map(({ machineId, product }) => [
      machineId,
      { product, ...targetOf(machineId, product) },
    ]),
  )
}
