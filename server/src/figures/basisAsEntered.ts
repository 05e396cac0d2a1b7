import { movedFrom, totalsUnderRule } from '@packboard/telemetry/read'
import type { ChartQuestion } from './chartQuestion.ts'
import { type MetricFigures, metricsOf, type PastTargets, type TargetOf } from './metricsOf.ts'
import { basisOf, type FigureBasis, type ReadDeps } from './readBasis.ts'

/** It would take too long to fold longer windows from records. */
const limitMs = 31 * 86_400_000
const dimensions = ['machineId', 'state', 'category', 'product', 'tool'] as const

/**
 * The sums of a window as they would be without settings that were applied to its past, folded from the records: of one machine and at most
 * 31 days; else undefined. Stops have no names.
 */
export async function basisAsEntered(
  { telemetry, plans }: ReadDeps,
  requested: ChartQuestion,
  { asEntered }: PastTargets,
): Promise<FigureBasis | undefined> {
  const { scope, period, machines, nothing } = requested
  const [machine, ...others] = machines
  const length = period.to.getTime() - period.from.getTime()
  if (machine === undefined || others.length > 0 || length > limitMs || nothing) return undefined
  const rule = asEntered.rule(machine.id)
  const from = movedFrom(telemetry, scope, machine.id, rule) ?? period.to.getTime()
  const planned = await plans.window(scope, machines, period)
  const { totals } = await totalsUnderRule(telemetry, scope, {
    ...{ machineId: machine.id, rule, from, period, starts: [period.from], by: dimensions },
    spans: planned?.spans ?? new Map(),
  })
  const [whole = []] = totals
  const contexts = whole.map((total) => ({ ...total, causeGroup: '', cause: '' }))
  return basisOf(requested, contexts, planned)
}

/** The figures of metric cards, with OEEE as it would be without settings that were applied to the past, where these moved minutes. */
export async function metricsAsEntered(
  deps: ReadDeps,
  requested: ChartQuestion,
  figures: MetricFigures,
  { past }: TargetOf,
): Promise<MetricFigures> {
  const { asEntered, ...others } = figures
  if (past === undefined || asEntered?.before !== null) return figures
  const basis = await basisAsEntered(deps, requested, past)
  if (basis === undefined) return figures
  const before = metricsOf(basis, past.targetOf).oee
  const isSame = before.oee === figures.oee.oee && before.machineOee === figures.oee.machineOee
  return isSame ? others : { ...figures, asEntered: { ...asEntered, before } }
}
