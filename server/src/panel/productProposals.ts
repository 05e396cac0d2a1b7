import type { ProductProposal } from '@packboard/contract'
import { type ClientMachine, clientSettings } from '@packboard/management'
import { type ClientScope, nextMinute } from '@packboard/model'
import { estimatedSpeeds, plannedTotals } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { targetBook } from '../figures/targetBook.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** More rows than any client has; those with a target that is too low come first. */
const mostProposals = 5_000

/**
 * The target speeds that the records of 30 days propose (D22), of each product on each machine, beside the one that holds, and whether the
 * performance of the last 7 days was above 100 %: then that one is too low.
 */
export async function readProposals(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
): Promise<ProductProposal[]> {
  const now = Math.floor(deps.now())
  const machineIds = machines.map(({ id }) => id)
  if (machineIds.length === 0) return []
  const period = { from: new Date(now - weekMs), to: new Date(now) }
  const [speeds, settings, planned] = await Promise.all([
    estimatedSpeeds(deps.telemetry, scope, { machineIds, before: period.to }),
    clientSettings(deps.management, scope),
    deps.plans.window(scope, machines, period),
  ])
  const [contexts = []] = await plannedTotals(deps.telemetry, scope, {
    ...{ machineIds, period, filter: {}, by: metricDimensions, starts: [period.from] },
    spans: planned?.spans ?? new Map(),
  })
  const targetOf = await targetBook(deps, scope, { contexts, from: period.from, before: period.to })
  const ofWeek = Map.groupBy(contexts, keyOf)
  const performanceOf = (key: string): number | null => {
    const own = ofWeek.get(key)
    if (own === undefined) return null
    const basis = { contexts: own, whole: own, windowMs: weekMs, filtered: true }
    const { performance } = metricsOf(basis, targetOf).oee
    return performance === null ? null : performance / 100
  }
  const serialOf = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
  const found = speeds.flatMap(({ machineId, product, ppm }): ProductProposal[] => {
    const serialNo = serialOf.get(machineId)
    if (serialNo === undefined || product === '') return []
    const performanceWeek = performanceOf(keyOf({ machineId, product }))
    return [
      {
        ...{ product, machineId: serialNo, performanceWeek },
        present: settings.target(machineId, product, nextMinute(now)).ppm,
        proposed: ppm,
        tooLow: (performanceWeek ?? 0) > 1,
      },
    ]
  })
  return found.sort(byNeed).slice(0, mostProposals)
}

const keyOf = ({
  machineId,
  product,
}: {
  readonly machineId: number
  readonly product: string
}): string => `${machineId} ${product}`

const byNeed = (a: ProductProposal, b: ProductProposal) =>
  Number(b.tooLow) - Number(a.tooLow) ||
  textOrder.compare(a.product, b.product) ||
  textOrder.compare(a.machineId, b.machineId)

const textOrder = new Intl.Collator('en', { numeric: true })
