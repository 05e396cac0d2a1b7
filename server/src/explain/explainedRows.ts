import type { ExplainedFigure } from '@packboard/contract'
import { type Category, idealSeconds, packsOf } from '@packboard/model'
import type { Interval, IntervalQuestion } from '@packboard/telemetry/read'
import type { TargetOf } from '../figures/metricsOf.ts'

/** One interval with what it gives to a figure. */
export type ExplainedRow = Omit<Interval, 'ms' | 'packs' | 'rejects' | 'stops'> & {
  readonly amount: number
  readonly plannedSeconds: number
  readonly goodSeconds: number | null
}

type Kind = Pick<IntervalQuestion, 'category' | 'withPacksOnly' | 'offline'>

/** Which intervals make up a figure. */
export function intervalKind(figure: ExplainedFigure): Kind {
  switch (figure) {
    case 'packs':
    case 'product':
      return { withPacksOnly: true }
    case 'offline':
      return { offline: true }
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
    case 'unknown':
      return { category: figure }
    default:
      return {}
  }
}

const planned: ReadonlySet<Category> = new Set(['run', 'idle', 'alarm', 'ancillary'])

/**
 * What each interval gives: seconds to a time, packs to a count, and to OEEE its share in percent; `planned` is the sum
 * of planned seconds of the figure. Rows that give nothing are left out, so that what is shown is what adds up.
 */
export function explainedRows(
  figure: ExplainedFigure,
  rows: readonly Interval[],
  { targetOf, plannedTotal }: { targetOf: TargetOf; plannedTotal: number },
): ExplainedRow[] {
  return rows.flatMap(({ ms, packs, rejects, stops: _, ...row }) => {
    const plannedSeconds = planned.has(row.category) ? ms / 1000 : 0
    // Packs that were read after a gap are no part of OEEE, as their time is not (D63).
    const rated = row.category === 'offline' ? null : { packs, rejects }
    const { good: goodSeconds } = idealSeconds([
      {
        packs: packsOf(rated?.packs ?? 0n),
        rejects: rated === null || rated.rejects === null ? null : packsOf(rated.rejects),
        target: targetOf(row.machineId, row.product),
      },
    ])
    const share =
      goodSeconds === null || plannedTotal === 0 ? 0 : (100 * goodSeconds) / plannedTotal
    const gives = { oeee: share, packs: packsOf(packs), time: ms / 1000 }
    const amount = gives[givenTo(figure)]
    if (amount === 0 && (figure !== 'oeee' || (plannedSeconds === 0 && goodSeconds === 0)))
      return []
    return [{ ...row, amount, plannedSeconds, goodSeconds }]
  })
}

function givenTo(figure: ExplainedFigure): 'oeee' | 'packs' | 'time' {
  if (figure === 'oeee') return 'oeee'
  return figure === 'packs' || figure === 'product' ? 'packs' : 'time'
}
