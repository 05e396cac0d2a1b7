import { setImmediate } from 'node:timers/promises'
import {
  type CompareBy,
  type CompareFigures,
  compareStopDays,
  type LineOeeeWire,
  type ObservedDays,
} from '@packboard/contract'
import { type ClientSettings, clientSettings } from '@packboard/management'
import {
  AppError,
  cutIntoDays,
  joinedPeriods,
  type Period,
  sparseCoverageBelow,
} from '@packboard/model'
import {
  type Context,
  type Dimension,
  matches,
  type PlannedTotal,
  partTotals,
  plannedTotals,
} from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps, PlannedWindow, UnplannedMs } from '../exclusions/planBook.ts'
import { linesIn } from '../exclusions/settingSpans.ts'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { byText } from '../figures/contextSums.ts'
import { tooLong } from '../figures/filterWire.ts'
import { metricDimensions, type TargetOf } from '../figures/metricsOf.ts'
import { basisOf, type FigureBasis, takenOut, windowMsOf } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { limits } from '../http/limits.ts'
import { lineOeees } from '../line/lineOeee.ts'
import { type CompareTotal, compareFigures } from './compareFigures.ts'
import {
  isShortEnough,
  type JudgedStop,
  noDetails,
  readStopLengths,
  type StopDetails,
  stopDetails,
} from './stopDetails.ts'
import { isTimeBy, type TimePiece, timePieces } from './timePieces.ts'

type ComparedRow = {
  readonly key: string
  /** null where the row is of several stretches of time. */
  readonly period: Period | null
  readonly figures: CompareFigures
  /** Of a line (D103); null: it has no flow. Absent: rows are no lines. */
  readonly line?: LineOeeeWire | null
}

export type Comparison = {
  readonly rows: readonly ComparedRow[]
  readonly total: CompareFigures
  /** undefined where enough of the window was observed. */
  readonly observedDays: ObservedDays | undefined
  /** Whether micro-stops and changeovers are among the figures. */
  readonly stopLengths: 'given' | 'none' | 'tooLong'
}

/** What a row is computed from, and the end of its window, which an estimated target is of (D22). */
type RowBasis = {
  readonly key: string
  readonly period: Period | null
  readonly end: Date
  readonly basis: FigureBasis<CompareTotal>
  /** Whose stops are of the row, in which windows. */
  readonly windows: readonly Period[]
  readonly keeps: Keeps
}

/** Of a stop that began at an instant. */
type Keeps = (machineId: number, context: Context, at: Date) => boolean

export type ComparisonChoice = {
  readonly by: CompareBy
  readonly lengths: Comparison['stopLengths']
}

/** Whether a window is short enough for micro-stops and changeovers where they are wanted, and for operators (400 beyond). */
export function lengthsOf(
  requested: ChartQuestion,
  by: CompareBy,
  wanted: boolean,
): Comparison['stopLengths'] {
  if (by === 'operator') {
    if (!isShortEnough(requested)) throw tooLongForOperators()
    // Lengths of stops are not divided by who worked.
    return 'none'
  }
  if (!wanted) return 'none'
  return isShortEnough(requested) ? 'given' : 'tooLong'
}

/**
 * A window side by side. One query gives the sums of all rows and of the total; micro-stops and changeovers, where they are requested,
 * are counted from every stop of the window.
 */
export async function readComparison(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  { by, lengths }: ComparisonChoice,
): Promise<Comparison> {
  const { period, scope, zone } = requested
  const pieces = isTimeBy(by) ? await timePieces(deps.management, scope, { by, period, zone }) : []
  const planned = await deps.plans.window(scope, requested.machines, period)
  const settings = await clientSettings(deps.management, scope)
  const parts = await readParts(deps, requested, { by, pieces, planned })
  const whole = parts.flat()
  const rows = isTimeBy(by)
    ? timeRows(requested, pieces, { parts, planned })
    : rowsOf(requested, by, { whole, planned, settings })
  if (rows.length > limits.compareRows) throw new AppError('answer.tooManyRows')
  const targetOf = await targetBook(deps, scope, {
    ...{ contexts: whole, from: period.from, before: period.to },
  })
  const detailsOf = detailsIn(
    lengths === 'given'
      ? await readStopLengths(
          deps,
          requested,
          planned?.spans,
          pieces.map((piece) => piece.period.to.getTime()),
        )
      : undefined,
  )
  const lineOf = by === 'line' ? await lineOeees(deps, scope, requested) : undefined
  const compared: ComparedRow[] = []
  for (const { key, period: own, end, basis, windows, keeps } of rows) {
    const ofRow = await rowTargets(deps, requested, { end, basis, targetOf })
    const figures = compareFigures(basis, ofRow, detailsOf(windows, keeps))
    compared.push({ key, period: own, figures, ...(lineOf && { line: await lineOf(key) }) })
    await setImmediate()
  }
  const details = detailsOf([period], keptBy(requested))
  const total = compareFigures(basisOf(requested, whole, planned), targetOf, details)
  const { coverage } = total.metrics
  const observedDays = isSparse(coverage) ? await readObservedDays(deps, requested) : undefined
  return { rows: compared, total, observedDays, stopLengths: lengths }
}

const isSparse = (coverage: number | null) => coverage !== null && coverage < sparseCoverageBelow

/** Of which days of a window there are any data, whatever the filter. */
async function readObservedDays(
  { telemetry }: Deps,
  requested: ChartQuestion,
): Promise<ObservedDays> {
  const days = cutIntoDays(requested.period, requested.zone)
  const parts = await partTotals(telemetry, requested.scope, {
    ...ledgerQuestion(requested),
    filter: {},
    by: ['category'],
    starts: days.map(({ period }) => period.from),
  })
  const observed = days.filter((_, at) => (parts[at] ?? []).some(({ ms }) => ms > 0))
  return {
    first: observed[0]?.period.from ?? null,
    days: observed.length,
    ofDays: days.length,
  }
}

/** Who worked is known of minutes alone, which are then read one by one. */
const tooLongForOperators = () =>
  tooLong(
    `Operators are compared over at most ${compareStopDays} days, divided by the number of machines.`,
  )

/** The sums of the whole window, its plans, and the lines in which its machines stood. */
type WholeWindow = {
  readonly settings: ClientSettings
  readonly whole: readonly PlannedTotal<CompareTotal>[]
  readonly planned: PlannedWindow | undefined
}

const addUnplanned = (parts: readonly UnplannedMs[]): UnplannedMs => ({
  break: parts.reduce((sum, one) => sum + one.break, 0),
  closed: parts.reduce((sum, one) => sum + one.closed, 0),
})

/** What the filter of the question keeps of stops. */
const keptBy =
  ({ filter, nothing }: ChartQuestion): Keeps =>
  (_machineId, context) =>
    !nothing && matches(filter, context)

const detailsIn =
  (found: readonly JudgedStop[] | undefined) =>
  (windows: readonly Period[], keeps: Keeps): StopDetails =>
    found === undefined ? noDetails : stopDetails(found, windows, keeps)

/** Sums of each piece of time; of the whole window where it is not divided. */
export function readParts(
  { telemetry }: Deps,
  requested: ChartQuestion,
  {
    by,
    pieces,
    planned,
  }: {
    readonly by: CompareBy
    readonly pieces: readonly TimePiece[]
    readonly planned: PlannedWindow | undefined
  },
): Promise<PlannedTotal<CompareTotal>[][]> {
  const { filter, period } = requested
  // A filter is applied here, because coverage is of all time.
  const dimensions: readonly Dimension[] = [
    ...metricDimensions,
    ...(by === 'operator' ? (['user'] as const) : []),
    ...(by === 'tool' || filter.tool !== undefined ? (['tool'] as const) : []),
    ...(filter.causeGroup !== undefined ? (['causeGroup'] as const) : []),
  ]
  const starts = pieces.length > 0 ? pieces.map((piece) => piece.period.from) : [period.from]
  const question = { ...ledgerQuestion(requested), filter: {}, by: dimensions, starts }
  const read =
    planned === undefined
      ? partTotals(telemetry, requested.scope, question)
      : plannedTotals(telemetry, requested.scope, { ...question, spans: planned.spans })
  return read as Promise<PlannedTotal<CompareTotal>[][]>
}

function timeRows(
  requested: ChartQuestion,
  pieces: readonly TimePiece[],
  {
    parts,
    planned,
  }: {
    readonly parts: readonly PlannedTotal<CompareTotal>[][]
    readonly planned: PlannedWindow | undefined
  },
): RowBasis[] {
  const own = Map.groupBy(pieces.entries(), ([, { key }]) => key)
  return [...own].flatMap(([key, entries]): RowBasis[] => {
    const periods = entries.map(([, { period }]) => period)
    const [first, last] = [periods[0], periods.at(-1)]
    if (first === undefined || last === undefined) return []
    const basis = basisOf(
      requested,
      entries.flatMap(([index]) => parts[index] ?? []),
    )
    const { machines } = requested
    const windowMs = periods.reduce((sum, period) => sum + windowMsOf(period, machines.length), 0)
    const unplanned = planned && periods.map((period) => planned.msOf(machines, period))
    const follow = periods.every(
      ({ from }, i) => i === 0 || from.getTime() === periods[i - 1]?.to.getTime(),
    )
    return [
      {
        key,
        period: follow ? { from: first.from, to: last.to } : null,
        end: last.to,
        basis: {
          ...{ ...basis, windowMs },
          ...(unplanned && takenOut(addUnplanned(unplanned))),
          ...(planned && { authorOf: planned.authorOf }),
        },
        windows: joinedPeriods(periods),
        keeps: keptBy(requested),
      },
    ]
  })
}

/** What a machine belongs to. */
const machineKeys: Partial<
  Record<CompareBy, (machine: ChartQuestion['machines'][number]) => string>
> = {
  machine: ({ serialNo }) => serialNo,
  machineType: ({ type }) => type.label,
}

/** The rows of a comparison that are no times, from the sums of its window. */
export const rowsOf = (requested: ChartQuestion, by: CompareBy, sums: WholeWindow): RowBasis[] =>
  machineRows(requested, by, sums) ?? contextRows(requested, by, sums)

/** Machines, lines and machine types: a row of each, whether it made anything or not. */
function machineRows(
  requested: ChartQuestion,
  by: CompareBy,
  sums: WholeWindow,
): RowBasis[] | undefined {
  if (by === 'line') return lineRows(requested, sums)
  const { whole, planned } = sums
  const keyOf = machineKeys[by]
  if (keyOf === undefined) return undefined
  const { machines, period } = requested
  return [...Map.groupBy(machines, keyOf)]
    .sort(([a], [b]) => byText(a, b))
    .map(([key, own]) => {
      const ids = new Set(own.map(({ id }) => id))
      const contexts = whole.filter(({ machineId }) => ids.has(machineId))
      const basis = basisOf({ ...requested, machines: own }, contexts, planned)
      const kept = keptBy(requested)
      const keeps: Keeps = (machineId, context, at) =>
        ids.has(machineId) && kept(machineId, context, at)
      return { key, period, end: period.to, basis, windows: [period], keeps }
    })
}

/** The lines: each has the time of its machines, of one that moved in the window the time that it stood there (D98). */
function lineRows(requested: ChartQuestion, { whole, planned, settings }: WholeWindow): RowBasis[] {
  const { machines, period } = requested
  const stretches = machines.flatMap((machine) =>
    linesIn(settings, machine, period).map((stretch) => ({ machine, ...stretch })),
  )
  const ofMachine = Map.groupBy(stretches, ({ machine }) => machine.id)
  const start = period.from.getTime()
  const lineAt = (machineId: number, at: number) =>
    ofMachine.get(machineId)?.findLast(({ from }) => from <= at)?.lineName
  const kept = keptBy(requested)
  return [...Map.groupBy(stretches, ({ lineName }) => lineName)]
    .sort(([a], [b]) => byText(a, b))
    .map(([key, own]) => {
      // The marks of a sum may be older than its part of the window.
      const contexts = whole.filter(
        ({ machineId, since = start }) => lineAt(machineId, Math.max(since, start)) === key,
      )
      const periodOf = ({ from, to }: (typeof own)[number]) => ({
        from: new Date(from),
        to: new Date(to),
      })
      const basis = basisOf(requested, contexts)
      const windowMs = own.reduce((sum, one) => sum + windowMsOf(periodOf(one), 1), 0)
      const unplanned = planned && own.map((one) => planned.msOf([one.machine], periodOf(one)))
      const keeps: Keeps = (machineId, context, at) =>
        lineAt(machineId, at.getTime()) === key && kept(machineId, context, at)
      return {
        ...{ key, period, end: period.to, windows: [period], keeps },
        basis: {
          ...{ ...basis, windowMs },
          ...(unplanned && takenOut(addUnplanned(unplanned))),
          ...(planned && { authorOf: planned.authorOf }),
        },
      }
    })
}

/** What of a sum is the key of its row. */
const contextKeys: Partial<
  Record<CompareBy, (context: Pick<CompareTotal, 'product' | 'tool' | 'user'>) => string>
> = {
  product: ({ product }) => product,
  tool: ({ tool }) => tool,
  operator: ({ user = '' }) => user,
}

/** Products, tools and operators: coverage is that of the whole window, as when the filter bar has them (D23). */
function contextRows(
  requested: ChartQuestion,
  by: CompareBy,
  { whole, planned }: WholeWindow,
): RowBasis[] {
  const keyOf = contextKeys[by]
  if (keyOf === undefined) return []
  const { period } = requested
  const all = basisOf(requested, whole, planned)
  const kept = keptBy(requested)
  return [...Map.groupBy(all.contexts, keyOf)]
    .filter(([, own]) => own.some(({ ms, packs }) => ms > 0 || packs > 0n))
    .sort(([a], [b]) => byText(a, b))
    .map(([key, contexts]) => ({
      key,
      period,
      end: period.to,
      basis: { ...all, contexts, filtered: true },
      windows: [period],
      keeps: (machineId, context, at) => keyOf(context) === key && kept(machineId, context, at),
    }))
}

/** A target that is estimated, or missing, is looked for at the end of the row's own window. */
async function rowTargets(
  deps: Deps & PlanDeps,
  { scope, period }: ChartQuestion,
  { end, basis, targetOf }: Pick<RowBasis, 'end' | 'basis'> & { readonly targetOf: TargetOf },
): Promise<TargetOf> {
  if (end.getTime() === period.to.getTime()) return targetOf
  const { contexts } = basis
  const certain = contexts.every(({ machineId, product, since }) => {
    const { source } = targetOf(machineId, product, since)
    return source !== null && source !== 'estimated'
  })
  return certain ? targetOf : targetBook(deps, scope, { contexts, from: period.from, before: end })
}
