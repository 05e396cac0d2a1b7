import { type CauseRows, reasonRowStops, type StopCause } from '@packboard/contract'
import { recoveredName } from '@packboard/model'
import type { PlannedTotal, TotalBy, UnplannedSpans } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { byText, secondsOf, stopPieces } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { readMarkedContexts } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { begins } from './bookFigures.ts'
import type { BookStop } from './bookStops.ts'
import { readStops, spansOf } from './readStops.ts'
import { sectionsOf } from './stopSections.ts'

const every = { figure: 'all', part: '', partGroup: '' } as const

/** What stopped the machines, longest first. By alarm it is sums alone; by reason every stop is looked at, because its length decides, too. */
export async function readStopCauses(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  by: CauseRows,
): Promise<StopCause[]> {
  if (by === 'reason') {
    const divided = await spansOf(deps, requested)
    const most = reasonRowStops
    const { found, targetOf } = await readStops(deps, requested, every, { divided, most })
    return reasonRows(found, divided, targetOf)
  }
  const contexts = await readMarkedContexts(deps, requested, causeDimensions)
  const { from, to: before } = requested.period
  return causeRows(contexts, await targetBook(deps, requested.scope, { contexts, from, before }))
}

const causeDimensions = ['machineId', 'category', 'product', 'causeGroup', 'cause'] as const
type CauseTotal = TotalBy<(typeof causeDimensions)[number]>

/** The Pareto of what came first (D18). Its seconds together are the observed time outside run. */
export function causeRows(
  contexts: readonly PlannedTotal<CauseTotal>[],
  targetOf: TargetOf,
): StopCause[] {
  const causes = Map.groupBy(stopPieces(contexts), ({ causeGroup, cause }) =>
    JSON.stringify([causeGroup, cause]),
  )
  return [...causes.values()]
    .flatMap((pieces): StopCause[] => {
      const [first] = pieces
      if (first === undefined) return []
      return [
        {
          ...{ kind: 'cause', reason: null, group: first.causeGroup },
          // Only what was recovered of gaps belongs to no stop (D71).
          cause: first.cause || recoveredName,
          seconds: secondsOf(pieces),
          count: pieces.reduce((sum, { stops }) => sum + stops, 0),
          lostPacks: lostPacks(pieces, targetOf),
        },
      ]
    })
    .filter(({ seconds, count }) => seconds > 0 || count > 0)
    .sort(
      (a, b) =>
        b.seconds - a.seconds ||
        b.count - a.count ||
        byText(a.group, b.group) ||
        byText(a.cause, b.cause),
    )
}

/** By reason, else by cause, planned and unplanned apart; the time of all rows is that of the stops. */
function reasonRows(
  stops: readonly BookStop[],
  spans: UnplannedSpans,
  targetOf: TargetOf,
): StopCause[] {
  type Sum = {
    readonly of: Pick<StopCause, 'kind' | 'reason' | 'group' | 'cause'>
    readonly times: (BookStop['times'][number] & { machineId: number })[]
    count: number
  }
  const sums = new Map<string, Sum>()
  for (const stop of stops) {
    const counted = new Set<Sum>()
    for (const { times, ...of } of sectionsOf(stop, spans)) {
      const key = JSON.stringify([of.kind, of.reason, of.group, of.cause])
      const sum = sums.get(key) ?? { of, times: [], count: 0 }
      sums.set(key, sum)
      for (const time of times) sum.times.push({ ...time, machineId: stop.machineId })
      counted.add(sum)
    }
    if (begins(stop)) for (const sum of counted) sum.count += 1
  }
  return [...sums.values()]
    .map(({ of, times, count }) => ({
      ...{ ...of, count },
      seconds: secondsOf(times),
      lostPacks: lostPacks(times, targetOf),
    }))
    .sort(
      (a, b) =>
        b.seconds - a.seconds ||
        byText(a.kind, b.kind) ||
        byText(a.reason ?? '', b.reason ?? '') ||
        byText(a.group, b.group) ||
        byText(a.cause, b.cause),
    )
}
