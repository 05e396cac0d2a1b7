import type { ExplainedFigure } from '@packboard/contract'
import {
  addSeconds,
  type Category,
  idealSeconds,
  notScheduledSeconds,
  packsOf,
  type TimeSpan,
} from '@packboard/model'
import type { Interval, IntervalQuestion } from '@packboard/telemetry/read'
import { isNotRated, metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import type { FigureBasis } from '../figures/readBasis.ts'
import type { Explained } from '../figures/sliceFilter.ts'
import { alarmGroupSlices, noProduct, productSlices, stateSlices } from '../figures/slices.ts'

/** One interval with what it gives to a figure. */
export type ExplainedRow = Omit<Interval, 'ms' | 'packs' | 'rejects' | 'stops'> & {
  readonly amount: number
  readonly plannedSeconds: number
  readonly goodSeconds: number | null
}

type Kind = Pick<IntervalQuestion, 'category' | 'withPacksOnly' | 'offline'>

/** What takes time of a machine out of planned time, or gives it back. */
export type SpansOf = (machineId: number) => readonly TimeSpan[]

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
 * What each interval gives: seconds to a time, packs to a count, and to OEEE its share in percent; `plannedTotal` is the sum
 * of planned seconds of the figure. What did not run under the spans of a plan gives none of them, and a gap gives what of
 * it is not closed (D72, D73). Rows that give nothing are left out, so that what is shown is what adds up.
 */
export function explainedRows(
  figure: ExplainedFigure,
  rows: readonly Interval[],
  {
    targetOf,
    plannedTotal,
    spansOf,
    lost: recovered,
    rated: ratedOf,
  }: {
    targetOf: TargetOf
    plannedTotal: number
    spansOf: SpansOf
    /** Of rows of gaps that were repaired: ms under the spans, as they are not all of the time between their ends. */
    lost: ReadonlyMap<Interval, number>
    /** Of rows that lie partly under them: what of their packs is in planned time. */
    rated: ReadonlyMap<Interval, RatedCounts>
  },
): ExplainedRow[] {
  const given =
    figure === 'offline' ? rows.flatMap((row) => openParts(row, spansOf(row.machineId))) : rows
  return given.flatMap((interval) => {
    const { ms, packs, rejects, stops: _, ...row } = interval
    const lost =
      row.category === 'run' || ms === 0
        ? 0
        : (recovered.get(interval) ?? msUnder(row, spansOf(row.machineId)))
    const plannedSeconds = planned.has(row.category) ? (ms - lost) / 1000 : 0
    // Packs whose time is not planned are no part of OEEE (D63, D111).
    const since = row.from.getTime()
    const isOut = isNotRated({ ...row, since }, targetOf)
    const rated = isOut ? null : (ratedOf.get(interval) ?? { packs, rejects })
    const { good: goodSeconds } = idealSeconds([
      {
        packs: packsOf(rated?.packs ?? 0n),
        rejects: rated === null || rated.rejects === null ? null : packsOf(rated.rejects),
        target: targetOf(row.machineId, row.product, row.from.getTime()),
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

export type RatedCounts = Pick<Interval, 'packs' | 'rejects'>

type Stretch = Pick<Interval, 'from' | 'to'>

function msUnder({ from, to }: Stretch, spans: readonly TimeSpan[]): number {
  const [begin, end] = [from.getTime(), to.getTime()]
  return spans.reduce((sum, span) => {
    const ms = Math.min(end, span.to) - Math.max(begin, span.from)
    return span.under === null ? sum : sum + Math.max(0, ms)
  }, 0)
}

/** A gap without its closed time: OFFLINE there is "not scheduled". */
function openParts(row: Interval, spans: readonly TimeSpan[]): Interval[] {
  const closed = spans.filter(({ plan, from, to }) => {
    return plan === 'closed' && from < row.to.getTime() && to > row.from.getTime()
  })
  if (closed.length === 0) return [row]
  const begins = [row.from.getTime(), ...closed.map(({ to }) => to)]
  const ends = [...closed.map(({ from }) => from), row.to.getTime()]
  return begins.flatMap((from, i) => {
    const to = ends[i] ?? from
    return from < to ? [{ ...row, from: new Date(from), to: new Date(to), ms: to - from }] : []
  })
}

function givenTo(figure: ExplainedFigure): 'oeee' | 'packs' | 'time' {
  if (figure === 'oeee') return 'oeee'
  return figure === 'packs' || figure === 'product' ? 'packs' : 'time'
}

/** What figures are computed from; alarms are counted apart from time. */
export type FigureParts = {
  readonly basis: FigureBasis
  readonly targetOf: TargetOf
  readonly alarms: readonly { readonly group: string; readonly count: number }[]
}

/** The value of a figure, computed by the same function as its card or pie. */
export function figureValue(
  { figure, part }: Explained,
  { basis, targetOf, alarms }: FigureParts,
): number | null {
  const { contexts } = basis
  switch (figure) {
    case 'packs':
      return metricsOf(basis, targetOf).packs
    case 'oeee':
      return metricsOf(basis, targetOf).oee.oee
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
    case 'unknown':
      return metricsOf(basis, targetOf).time[figure]
    case 'offline': {
      const { time } = metricsOf(basis, targetOf)
      return addSeconds(time.offline, -notScheduledSeconds(time))
    }
    case 'product': {
      const product = part === noProduct ? '' : part
      return productSlices(contexts).find((slice) => slice.product === product)?.packs ?? 0
    }
    case 'state':
      return stateSlices(contexts).find((slice) => slice.name === part)?.seconds ?? 0
    case 'alarmGroup':
      return alarmGroupSlices(contexts, alarms).find((slice) => slice.group === part)?.count ?? 0
  }
}
