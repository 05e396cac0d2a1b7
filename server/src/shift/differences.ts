import type { ShiftPage } from '@packboard/contract'
import { shiftPageLimits } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import { byText, secondsOf, stopPieces } from '../figures/contextSums.ts'
import type { MetricFigures } from '../figures/metricsOf.ts'

type Difference = NonNullable<ShiftPage['different']>['rows'][number]
type CauseTotal = TotalBy<'machineId' | 'category' | 'causeGroup' | 'cause'>

/** What two shifts are compared by. */
export type ComparedShift = {
  readonly contexts: readonly CauseTotal[]
  readonly figures: MetricFigures
}

/** A cause is different from so many seconds of stop time on. */
const causeSeconds = 300
/** Figures are different from so many points of OEEE, and from so many percent of an amount on. */
const points = 2
const percents = { packs: 3, stopTime: 20, rejects: 20 } as const

/**
 * What was different in a shift against the same one a week before, at most three rows: the causes at one machine whose stop time differs
 * most, then figures. Where OEEE may not be shown it is no figure.
 */
export function differences(
  now: ComparedShift,
  before: ComparedShift,
  {
    serialOf,
    showsOeee,
  }: {
    readonly serialOf: (machineId: number) => string
    readonly showsOeee: boolean
  },
): Difference[] {
  return [
    ...causeDifferences(now.contexts, before.contexts, serialOf),
    ...figureDifferences(now, before, showsOeee),
  ].slice(0, shiftPageLimits.differences)
}

function causeDifferences(
  now: readonly CauseTotal[],
  before: readonly CauseTotal[],
  serialOf: (machineId: number) => string,
): Difference[] {
  const [seconds, earlier] = [secondsByCause(now), secondsByCause(before)]
  return [...new Set([...seconds.keys(), ...earlier.keys()])]
    .map((key) => {
      const cause = seconds.get(key) ?? earlier.get(key)
      return {
        cause,
        now: seconds.get(key)?.seconds ?? 0,
        before: earlier.get(key)?.seconds ?? null,
      }
    })
    .flatMap((one): Difference[] => {
      if (one.cause === undefined || sizeOf(one) < causeSeconds) return []
      const { machineId, group, cause } = one.cause
      return [
        {
          what: 'cause',
          machineId: serialOf(machineId),
          ...{ cause, group, now: one.now, before: one.before },
        },
      ]
    })
    .sort(
      (a, b) =>
        sizeOf(b) - sizeOf(a) ||
        byText(a.machineId ?? '', b.machineId ?? '') ||
        byText(a.cause, b.cause),
    )
}

const sizeOf = ({ now, before }: { readonly now: number | null; readonly before: number | null }) =>
  Math.abs((now ?? 0) - (before ?? 0))

function secondsByCause(contexts: readonly CauseTotal[]) {
  const groups = Map.groupBy(
    stopPieces(contexts).filter(({ cause }) => cause !== ''),
    ({ machineId, causeGroup, cause }) => JSON.stringify([machineId, causeGroup, cause]),
  )
  return new Map(
    [...groups].flatMap(([key, own]) => {
      const [first] = own
      const seconds = secondsOf(own)
      if (first === undefined || seconds === 0) return []
      const { machineId, causeGroup: group, cause } = first
      return [[key, { machineId, group, cause, seconds }] as const]
    }),
  )
}

function figureDifferences(
  now: ComparedShift,
  before: ComparedShift,
  showsOeee: boolean,
): Difference[] {
  const stopTime = ({ contexts }: ComparedShift) => secondsOf(stopPieces(contexts))
  const [own, earlier] = [now.figures, before.figures]
  const row = (what: Difference['what'], one: number | null, other: number | null): Difference => ({
    ...{ what, machineId: null, cause: '', group: '', now: one, before: other },
  })
  return [
    row('oeee', own.oee.oee, earlier.oee.oee),
    row('packs', own.packs, earlier.packs),
    row('stopTime', stopTime(now), stopTime(before)),
    row('rejects', own.rejects, earlier.rejects),
  ].filter(({ what, now: one, before: other }) => {
    if (one === null || other === null || what === 'cause') return false
    if (what === 'oeee') return showsOeee && Math.abs(one - other) >= points
    return Math.abs(one - other) > 0 && Math.abs(one - other) >= (percents[what] / 100) * other
  })
}
