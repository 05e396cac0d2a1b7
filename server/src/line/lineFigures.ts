import type { LineNowWire } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import { type ClientScope, type Flow, type Period, plannedSeconds } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'

type Figures = LineNowWire['machines']

/** The machines of the key station of a flow; none: the line has no key station, and no OEEE of its own. */
export const keyMachines = (flow: Flow<number>): readonly number[] =>
  flow.filter(({ key }) => key).flatMap(({ machines }) => machines)

/**
 * OEEE, packs and planned time of some machines in a window, from the sums of all figures (D20). Of the machines of the key station it is the OEEE of the
 * line (D103): good ideal seconds ÷ planned seconds. Of several machines OEEE is for premium clients (D51).
 */
export async function figuresOf(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  {
    machines,
    period,
    isPremium,
    targetPpm,
  }: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly isPremium: boolean
    readonly targetPpm: number | null
  },
): Promise<Figures> {
  const requested = { scope, machines, period, filter: {}, nothing: false }
  const basis = await readBasis(deps, requested, metricDimensions)
  const targetOf = await targetBook(deps, scope, {
    contexts: basis.contexts,
    from: period.from,
    before: period.to,
  })
  const { packs, time, oee } = metricsOf(basis, targetOf)
  return {
    oeee: isPremium || machines.length === 1 ? oee.oee : null,
    plannedSeconds: plannedSeconds(time),
    packs,
    targetPpm,
  }
}
