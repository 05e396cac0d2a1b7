import type { SpanMark, TotalBy } from '@packboard/telemetry/read'
import { secondsOf } from './contextSums.ts'
import type { TargetOf } from './metricsOf.ts'

/**
 * Packs that were not made in stop time (D18): seconds × target ppm / 60; null where a product has no target. What is taken out of planned
 * time loses none (D115). Time is added up for each product on each machine before it is multiplied by a target, so that the order changes
 * nothing.
 */
export function lostPacks(
  pieces: readonly (Pick<TotalBy<'machineId' | 'product'>, 'machineId' | 'product' | 'ms'> &
    Pick<SpanMark, 'since' | 'under'>)[],
  targetOf: TargetOf,
): number | null {
  const lost: number[] = []
  for (const group of Map.groupBy(
    pieces.filter(({ under }) => under === undefined),
    ({ machineId, product, since }) =>
      `${machineId} ${targetOf(machineId, product, since).ppm} ${product}`,
  ).values()) {
    const [first] = group
    const seconds = secondsOf(group)
    if (first === undefined || seconds === 0) continue
    const { ppm } = targetOf(first.machineId, first.product, first.since)
    if (ppm === null) return null
    lost.push((seconds * ppm) / 60)
  }
  return lost.sort((a, b) => a - b).reduce((sum, packs) => sum + packs, 0)
}
