import type { StopFigure } from '@packboard/contract'
import { thresholdsOfMachines } from '@packboard/management'
import { type Category, type ClientScope, shownName } from '@packboard/model'
import { type stops as question, stops, type UnplannedSpans } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { sliceFilter } from '../explain/sliceFilter.ts'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { targetBook } from '../figures/targetBook.ts'
import { type BookStop, bookStops } from './bookStops.ts'
import { sectionsOf, sectionsOfFigure } from './stopSections.ts'

/** The figure whose stops are listed, and which part of it. */
export type StopSelection = {
  readonly figure: StopFigure
  readonly part: string
  /** The alarm group of a cause. */
  readonly partGroup: string
}

/** Stops, the targets of their lost packs, and the stop threshold of the machines at present; null where they have several. */
type FoundStops = {
  readonly found: readonly BookStop[]
  readonly targetOf: TargetOf
  readonly thresholdSeconds: number | null
}

const noSpans: UnplannedSpans = new Map()

type Reading = {
  /** No piece of a stop holds an edge of these. */
  readonly divided?: UnplannedSpans
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
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  selection: StopSelection,
  { divided, most }: Reading = {},
): Promise<FoundStops> {
  const isOf = sectionsOfFigure(selection)
  const spans = divided ?? (isOf ? await spansOf(deps, requested) : noSpans)
  const narrowed = requested.nothing ? undefined : narrowedBy(requested, selection)
  const wanted = { ...ledgerQuestion(requested), ...narrowed, most }
  const read = (more: Pick<Parameters<typeof question>[2], 'machineIds' | 'cuts'>) =>
    stops(deps.telemetry, requested.scope, { ...wanted, ...more })
  const cuts = new Map(
    [...spans].map(([id, own]) => [id, own.flatMap((one) => [one.from, one.to])]),
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
        return times.length === 0 ? [] : [{ ...stop, times }]
      })
    : all
  const contexts = found.flatMap(({ machineId, times }) =>
    times.map(({ product }) => ({ machineId, product })),
  )
  const before = requested.period.to
  const [targetOf, thresholdsOf] = await Promise.all([
    targetBook(deps, requested.scope, { contexts, before }),
    thresholdsOfMachines(deps.management, requested.scope),
  ])
  const thresholds = new Set(
    requested.machines.map(({ id }) => thresholdsOf(id).at(requested.present)),
  )
  const [only] = thresholds.size === 1 ? thresholds : []
  const { scope } = requested
  return {
    found: scope.hidesOperators ? found.map((stop) => withoutNames(scope, stop)) : found,
    ...{ targetOf, thresholdSeconds: only === undefined ? null : only / 1_000 },
  }
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
