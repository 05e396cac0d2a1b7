import type { Category, Period, UnplannedKind } from '@packboard/model'
import {
  type Context,
  type ContextTotal,
  contextTotals,
  isFiltered,
  matches,
  type PlannedTotal,
  plannedTotals,
  type RecoveredPart,
  recoveredParts,
  type TotalBy,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Deps } from '../deps.ts'
import type { PlanDeps, PlannedWindow, UnplannedMs } from '../exclusions/planBook.ts'
import { type ChartQuestion, ledgerQuestion } from './chartQuestion.ts'

/** What every pie, bar, metric and explanation of one window is folded from: the same rows for all of them. */
export type FigureBasis<Total extends Pick<ContextTotal, 'ms'> = ContextTotal> = {
  /** Under the filter. */
  readonly contexts: readonly PlannedTotal<Total>[]
  /** Of the whole window, independent of the filter: coverage refers to it. */
  readonly whole: readonly PlannedTotal<Total>[]
  /** Length of the window times machines. */
  readonly windowMs: number
  /** Product, tool, state or cause are filtered: offline time is left out (it has no context). */
  readonly filtered: boolean
  /** Ms of the window in breaks and closed time of plans; absent where that is nothing (D72). */
  readonly unplannedMs?: UnplannedMs
  /** Who wrote an entry of the stop book that the sums are marked with; null when the account is gone. */
  readonly authorOf?: (label: number) => string | null
  /** What of the contexts was recovered of gaps; absent where that is nothing (D71). */
  readonly recovered?: Recovered
}

/** Ms by kind of time, and billionths of packs. */
type Recovered = {
  readonly ms: Readonly<Partial<Record<Category, number>>>
  readonly packs: bigint
}

/** What parts of gaps come to; nothing where there are none. */
function recoveredOf(parts: readonly RecoveredPart[]): { readonly recovered?: Recovered } {
  if (parts.length === 0) return {}
  const ms: Partial<Record<Category, number>> = {}
  for (const time of parts.flatMap(({ times }) => times)) {
    ms[time.category] = (ms[time.category] ?? 0) + time.ms
  }
  return { recovered: { ms, packs: parts.reduce((sum, { packs }) => sum + packs, 0n) } }
}

/** Several windows, or machines in several windows, as one: of nothing in common, or a figure would count it twice. */
export function joinedBasis<Total extends Pick<ContextTotal, 'ms'>>(
  bases: readonly FigureBasis<Total>[],
): FigureBasis<Total> {
  const [only, ...others] = bases
  if (only !== undefined && others.length === 0) return only
  const unplanned = bases.flatMap(({ unplannedMs }) => unplannedMs ?? [])
  const recovered = bases.flatMap((one) => one.recovered ?? [])
  return {
    contexts: bases.flatMap(({ contexts }) => contexts),
    whole: bases.flatMap(({ whole }) => whole),
    windowMs: bases.reduce((sum, { windowMs }) => sum + windowMs, 0),
    filtered: bases.some(({ filtered }) => filtered),
    ...takenOut({
      break: unplanned.reduce((sum, one) => sum + one.break, 0),
      closed: unplanned.reduce((sum, one) => sum + one.closed, 0),
    }),
    authorOf: (label) =>
      bases.reduce<string | null>((found, one) => found ?? one.authorOf?.(label) ?? null, null),
    ...(recovered.length > 0 && { recovered: recovered.reduce(addRecovered) }),
  }
}

function addRecovered(one: Recovered, other: Recovered): Recovered {
  const ms: Partial<Record<Category, number>> = { ...one.ms }
  for (const [category, more] of Object.entries(other.ms) as [Category, number][]) {
    ms[category] = (ms[category] ?? 0) + more
  }
  return { ms, packs: one.packs + other.packs }
}

/** Length of a window for a number of machines. */
export function windowMsOf({ from, to }: Period, machines: number): number {
  return Math.max(0, to.getTime() - from.getTime()) * machines
}

/** Offline time: the window minus the observed time (D12). */
export function offlineMsOf({
  whole,
  windowMs,
}: Pick<FigureBasis<Pick<ContextTotal, 'ms'>>, 'whole' | 'windowMs'>): number {
  return windowMs - whole.reduce((sum, { ms }) => sum + ms, 0)
}

/** Offline time that lies in breaks and in closed time: what of these was not observed. */
export function offlineUnder({
  whole,
  unplannedMs,
}: Pick<FigureBasis<Pick<ContextTotal, 'ms'>>, 'whole' | 'unplannedMs'>): UnplannedMs | undefined {
  if (unplannedMs === undefined) return undefined
  const observed = (kind: UnplannedKind) =>
    whole.reduce((sum, { ms, plan }) => (plan === kind ? sum + ms : sum), 0)
  const offline = (kind: UnplannedKind) => unplannedMs[kind] - observed(kind)
  return { break: offline('break'), closed: offline('closed') }
}

/** What plans take out of a window, where that is anything: else it is as if there were none. */
export function takenOut(ms: UnplannedMs): { readonly unplannedMs?: UnplannedMs } {
  return ms.break + ms.closed > 0 ? { unplannedMs: ms } : {}
}

/** What a sum can be divided by. */
type Dimension = Exclude<keyof ContextTotal, 'user' | 'ms' | 'packs' | 'rejects' | 'stops'>
/** A filter looks at these of a sum that was not filtered in the engine. */
const filterable = ['category', 'product', 'tool', 'state', 'causeGroup'] as const
type Filterable = (typeof filterable)[number]

/**
 * Reads the sums that all figures of a window are folded from: one query, independent of the filter. `by` are the
 * dimensions that the figures need; over all others the engine adds up.
 */
export async function readBasis<By extends Dimension = Dimension>(
  { telemetry, plans }: ReadDeps,
  requested: WindowOfFigures,
  by?: readonly By[],
): Promise<FigureBasis<TotalBy<By | Filterable>>> {
  const { scope, machines, period } = requested
  const question = { ...ledgerQuestion(requested), filter: {} }
  const filtered = isFiltered(requested.filter)
  const dimensions: readonly (By | Filterable)[] | undefined =
    by && (filtered ? [...new Set([...by, ...filterable])] : by)
  const divided = { ...question, ...(dimensions && { by: dimensions }) }
  const [planned, parts] = await Promise.all([
    plans.window(scope, machines, period),
    requested.nothing ? [] : recoveredParts(telemetry, scope, ledgerQuestion(requested)),
  ])
  const recovered = recoveredOf(parts)
  if (planned === undefined) {
    const all = await contextTotals<By | Filterable>(telemetry, scope, divided)
    return { ...basisOf(requested, all), ...recovered }
  }
  const [whole = []] = await plannedTotals<By | Filterable>(telemetry, scope, {
    ...divided,
    starts: [period.from],
    spans: planned.spans,
  })
  return { ...basisOf(requested, whole, planned), ...recovered }
}

/** The part of a chart's question that its sums depend on. */
type WindowOfFigures = Pick<ChartQuestion, 'scope' | 'machines' | 'period' | 'filter' | 'nothing'>

/** What reads figures: the records, and the plans that they are judged by. */
export type ReadDeps = Pick<Deps, 'telemetry'> & PlanDeps

/** The rows of a whole window, and those of them that the filter keeps. */
export function basisOf<Total extends Context & Pick<ContextTotal, 'ms'>>(
  requested: WindowOfFigures,
  whole: readonly PlannedTotal<Total>[],
  planned?: PlannedWindow,
): FigureBasis<Total> {
  const { filter, nothing, period, machines } = requested
  const filtered = nothing || isFiltered(filter)
  return {
    whole,
    contexts: nothing ? [] : filtered ? whole.filter((context) => matches(filter, context)) : whole,
    windowMs: windowMsOf(period, machines.length),
    filtered,
    ...(planned && { ...takenOut(planned.msOf(machines, period)), authorOf: planned.authorOf }),
  }
}

/** The sums under the filter alone, for figures without coverage. */
export async function readContexts<By extends Dimension = Dimension>(
  telemetry: Telemetry,
  requested: ChartQuestion,
  by?: readonly By[],
): Promise<TotalBy<By>[]> {
  return requested.nothing
    ? []
    : contextTotals<By>(telemetry, requested.scope, {
        ...ledgerQuestion(requested),
        ...(by && { by }),
      })
}

/** The same, with marks of what takes time out of planned time, and where the settings of a machine change in the window. */
export async function readMarkedContexts<By extends Dimension>(
  { telemetry, plans }: ReadDeps,
  requested: ChartQuestion,
  by: readonly By[],
): Promise<PlannedTotal<TotalBy<By>>[]> {
  const { scope, machines, period, nothing } = requested
  if (nothing) return []
  const planned = await plans.window(scope, machines, period)
  if (planned === undefined) return readContexts(telemetry, requested, by)
  const [whole = []] = await plannedTotals<By>(telemetry, scope, {
    ...ledgerQuestion(requested),
    ...{ by, starts: [period.from], spans: planned.spans },
  })
  return whole
}
