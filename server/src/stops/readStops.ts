import type { StopFigure } from '@packboard/contract'
import { clientSettings } from '@packboard/management'
import {
  type Category,
  type ClientScope,
  isStandingTime,
  shownName,
  type TimeSpan,
} from '@packboard/model'
import {
  type MachineStop,
  type stops as question,
  stops,
  type UnplannedSpans,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { sliceFilter } from '../figures/sliceFilter.ts'
import { targetBook } from '../figures/targetBook.ts'
import { type BookStop, bookStops, type DatedStop } from './bookStops.ts'
import { sectionsOf, sectionsOfFigure } from './stopSections.ts'

/** The figure whose stops are listed, and which part of it. */
export type StopSelection = {
  readonly figure: StopFigure
  readonly part: string
  /** The alarm group of a cause. */
  readonly partGroup: string
  /** Only planned time, without that in unknown states (D99). */
  readonly lost?: 'true' | 'false'
}

/** Stops, the targets of their lost packs, and the stop threshold of the machines at present; null where they have several. */
type FoundStops = {
  readonly found: readonly BookStop[]
  readonly targetOf: TargetOf
  readonly thresholdSeconds: number | null
}

const noSpans: UnplannedSpans = new Map()

type Reading = {
  /** What takes time out of planned time, where it was read already. */
  readonly divided?: UnplannedSpans
  /** Their edges divide the pieces of stops, too. */
  readonly cutBy?: UnplannedSpans
  /** More stops are refused; without it those that a list may have. */
  readonly most?: number
}

/** What the plan, unit modes and labels take out of the machines of a question. */
export async function spansOf({ plans }: PlanDeps, requested: ChartQuestion) {
  const { scope, machines, period } = requested
  return (await plans.window(scope, machines, period))?.spans ?? noSpans
}

/**
 * The stops behind a figure of the production page with their reasons, and the target speeds of their lost packs. Of a figure that is a row of stop time by reason each stop has the time that is in the row; its parts are those of the whole.
 */
export async function readStops(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  requested: ChartQuestion,
  selection: StopSelection,
  { divided, cutBy, most }: Reading = {},
): Promise<FoundStops> {
  const isOf = sectionsOfFigure(selection)
  const spans = divided ?? (await spansOf(deps, requested))
  const narrowed = requested.nothing ? undefined : narrowedBy(requested, selection)
  const wanted = { ...ledgerQuestion(requested), ...narrowed, most }
  const settings = await clientSettings(deps.management, requested.scope)
  const read = async (more: Pick<Parameters<typeof question>[2], 'machineIds' | 'cuts'>) =>
    (await stops(deps.telemetry, requested.scope, { ...wanted, ...more })).map((stop) =>
      markedStop(stop, spans.get(stop.machineId) ?? []),
    )
  const cuts = new Map(
    requested.machines.flatMap(({ id }): [number, number[]][] => {
      const own = edgesOf([...(spans.get(id) ?? []), ...(cutBy?.get(id) ?? [])])
      return own.length === 0 ? [] : [[id, own]]
    }),
  )
  const all = narrowed
    ? await bookStops(deps, requested, await read({ ...wanted, cuts }), {
        cuts,
        divided: (machineIds, more) => read({ machineIds, cuts: more }),
      })
    : []
  const found = isOf
    ? all.flatMap((stop) => {
        const times = sectionsOf(stop, spans)
          .filter(isOf)
          .flatMap((section) => section.times)
          .filter(({ category }) => selection.lost !== 'true' || isStandingTime(category))
        return times.length === 0 ? [] : [{ ...stop, times }]
      })
    : all
  const contexts = found.flatMap(({ machineId, times }) =>
    times.map((time) => ({ ...time, machineId })),
  )
  const { from, to: before } = requested.period
  const targetOf = await targetBook(deps, requested.scope, { contexts, from, before })
  const thresholds = new Set(
    requested.machines.map(({ id }) => settings.thresholds(id).at(requested.present)),
  )
  const [only] = thresholds.size === 1 ? thresholds : []
  const { scope } = requested
  return {
    found: scope.hidesOperators ? found.map((stop) => withoutNames(scope, stop)) : found,
    ...{ targetOf, thresholdSeconds: only === undefined ? null : only / 1_000 },
  }
}

/** Where spans begin and end, in order. */
const edgesOf = (spans: readonly TimeSpan[]) =>
  [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)

/** A stop whose time has marks of the settings that hold then, and of what takes it out of planned time; its pieces hold no edge. */
function markedStop(stop: MachineStop, spans: readonly TimeSpan[]): DatedStop {
  const [begin, end] = [stop.from.getTime(), stop.to.getTime()]
  const near = spans.filter(({ from, to }) => from < end && begin < to)
  if (near.length === 0) return stop
  const marked = (at: number, times: MachineStop['times']): DatedStop['times'] => {
    const { since, under } = near.find(({ from, to }) => from <= at && at < to) ?? {}
    const mark = { ...(since !== undefined && { since }), ...(under != null && { under }) }
    return times.map((time) => ({ ...time, ...mark }))
  }
  const pieces = stop.pieces.map(({ from, times }) => ({ from, times: marked(from, times) }))
  const isDivided = near.some(({ from, to }) => begin < from || to < end)
  const times = isDivided ? pieces.flatMap((piece) => piece.times) : marked(begin, stop.times)
  return { ...stop, pieces, times }
}

/** A stop as it is shown and sorted for a caller who may read no names. */
function withoutNames(scope: ClientScope, stop: BookStop): BookStop {
  return {
    ...stop,
    times: stop.times.map((piece) => ({ ...piece, user: shownName(scope, piece.user) })),
    parts: stop.parts.map((part) => ({
      ...part,
      label: part.label && { ...part.label, by: shownName(scope, part.label.by) },
    })),
  }
}

/** The filter of the bar together with the part that was selected; undefined when the two exclude each other. */
function narrowedBy(
  { filter }: ChartQuestion,
  { figure, part, partGroup }: StopSelection,
): Pick<Parameters<typeof question>[2], 'filter' | 'category' | 'cause'> | undefined {
  switch (figure) {
    case 'all':
    case 'reason':
    case 'plannedReason':
    case 'unnamed':
    case 'micro':
    case 'plan':
    case 'unplanned':
      return { filter }
    case 'cause':
      return { filter, cause: { group: partGroup, cause: part } }
    case 'product':
    case 'state':
    case 'alarmGroup': {
      const sliced = sliceFilter(filter, { figure, part })
      return sliced && { filter: sliced }
    }
    default: {
      const category: Category = figure
      return { filter, category }
    }
  }
}
