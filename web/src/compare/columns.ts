import type { CompareFigures } from '@packboard/contract'
import {
  formatDuration,
  formatTimeInState,
  microStopSeconds,
  noFigure,
  sparseCoverageBelow,
} from '@packboard/model'
import { formatCount, formatDecimals, formatPercent } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** The figures of a comparison, in the order of their columns. */
export const compareColumns = [
  'oeee',
  'availability',
  'performance',
  'quality',
  'packs',
  'rejects',
  'stopTime',
  'stops',
  'microStops',
  'betweenStops',
  'meanStop',
  'mtbf',
  'mttr',
  'changeoverTime',
  'lostPacks',
] as const
export type CompareColumn = (typeof compareColumns)[number]

/** They need the length of each stop, which a comparison has only where it is requested. */
const ofLengths: ReadonlySet<CompareColumn> = new Set([
  'microStops',
  'betweenStops',
  'meanStop',
  'mtbf',
  'mttr',
  'changeoverTime',
])

/** The columns of a table, with or without those of the lengths of stops. */
export const shownColumns = (withLengths: boolean): readonly CompareColumn[] =>
  withLengths ? compareColumns : compareColumns.filter((column) => !ofLengths.has(column))

/** `%` of a share, `s` of a time, `n` of what is counted. */
export type ColumnUnit = '%' | 's' | 'n'

type Column = {
  readonly unit: ColumnUnit
  /** Is more of it better? */
  readonly better: 'more' | 'less'
  /** It grows with the length of the window: rows of different lengths are not set against each other. */
  readonly grows: boolean
  /** It is computed with a target speed. */
  readonly ofTarget: boolean
  readonly of: (figures: CompareFigures) => number | null
}

export const columns: Readonly<Record<CompareColumn, Column>> = {
  oeee: share((figures) => figures.metrics.OEEE, true),
  availability: share((figures) => figures.metrics.availability, false),
  performance: share((figures) => figures.metrics.performance, true),
  quality: share((figures) => figures.metrics.quality, false),
  packs: amount('n', 'more', (figures) => figures.metrics['Packs Produced']),
  rejects: amount('n', 'less', (figures) => figures.metrics.rejects),
  stopTime: amount('s', 'less', (figures) => figures.stopSeconds),
  stops: amount('n', 'less', (figures) => figures.stops),
  microStops: amount('n', 'less', (figures) => figures.microStops),
  betweenStops: mean('more', (figures) => figures.betweenStopsSeconds),
  meanStop: mean('less', (figures) => figures.meanStopSeconds),
  mtbf: mean('more', (figures) => figures.mtbfSeconds),
  mttr: mean('less', (figures) => figures.mttrSeconds),
  changeoverTime: amount('s', 'less', (figures) => figures.changeoverSeconds),
  lostPacks: { ...amount('n', 'less', (figures) => figures.lostPacks), ofTarget: true },
}

function share(of: Column['of'], ofTarget: boolean): Column {
  return { unit: '%', better: 'more', grows: false, ofTarget, of }
}

function amount(unit: ColumnUnit, better: Column['better'], of: Column['of']): Column {
  return { unit, better, grows: true, ofTarget: false, of }
}

function mean(better: Column['better'], of: Column['of']): Column {
  return { unit: 's', better, grows: false, ofTarget: false, of }
}

/** The unit of a value decides how it is read; this orders two values, those that are not known at the end. */
export function inOrder(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return descending ? b - a : a - b
}

/** The words and numbers of the columns. */

export function columnTitle(column: CompareColumn): string {
  switch (column) {
    case 'oeee':
    case 'availability':
    case 'performance':
    case 'quality':
      return textsOf('metrics')(column)
    case 'stops':
      return textsOf('stops')('title')
    case 'lostPacks':
      return textsOf('stops')('lostPacks')
    default:
      return textsOf('compare')(column)
  }
}

/** How it is computed. */
export function columnFormula(column: CompareColumn): string {
  const say = textsOf('compare')
  if (column === 'microStops') {
    return say('microStopsIs', { limit: formatTimeInState(microStopSeconds) })
  }
  return say(`${column}Is` as const)
}

/** A figure as a cell shows it. */
export function cellText(column: CompareColumn, value: number | null): string {
  if (value === null) return noFigure
  const { unit } = columns[column]
  if (unit === '%') return formatPercent(value)
  return unit === 's' ? formatTimeInState(value) : formatCount(value)
}

/** A figure with everything that it has. */
export function exactText(column: CompareColumn, value: number | null): string {
  if (value === null) return noFigure
  const { unit } = columns[column]
  if (unit === '%') return `${formatDecimals(value, 0, 4)} %`
  return unit === 's' ? formatDuration(value) : formatDecimals(value, 0, 4)
}

/** The formula with its numbers; null where the figure is counted and not divided. */
export function filledFormula(column: CompareColumn, figures: CompareFigures): string | null {
  const { metrics, unplannedStops, faults, changeovers } = figures
  const { availability, performance, quality, OEEE } = metrics
  const run = metrics['Run Time Total']
  const planned =
    metrics.plan?.plannedSeconds ??
    run + metrics['Idle Time Total'] + metrics.alarmSeconds + metrics.ancillarySeconds
  const value = columns[column].of(figures)
  if (value === null) return null
  const result = cellText(column, value)
  switch (column) {
    case 'oeee':
      return performance === null || quality === null
        ? null
        : `${formatPercent(availability)} × ${formatPercent(performance)} × ${formatPercent(quality)} = ${result}`
    case 'availability':
      return `${formatDuration(run)} / ${formatDuration(planned)} = ${result}`
    case 'performance':
      return `${formatDuration((value * run) / 100)} / ${formatDuration(run)} = ${result}`
    case 'quality':
      return OEEE === null || performance === null
        ? null
        : `${formatDuration((OEEE * planned) / 100)} / ${formatDuration((performance * run) / 100)} = ${result}`
    case 'betweenStops':
      return `${formatDuration(run)} / ${formatCount(unplannedStops)} = ${result}`
    case 'meanStop':
      return `${formatDuration(value * (unplannedStops ?? 0))} / ${formatCount(unplannedStops)} = ${result}`
    case 'mtbf':
      return `${formatDuration(run)} / ${formatCount(faults)} = ${result}`
    case 'mttr':
      return `${formatDuration(value * (faults ?? 0))} / ${formatCount(faults)} = ${result}`
    case 'changeoverTime':
      return changeovers
        ? `${formatCount(changeovers)} × ${formatDuration(value / changeovers)} = ${result}`
        : null
    default:
      return null
  }
}

/** `−3.1 pt` of a share, `+38.2 %` of any other figure; null where there was nothing to divide by. */
export function deltaText(unit: ColumnUnit, { change }: Delta): string | null {
  if (change === null) return null
  if (isNothing(change)) return '±0'
  const size = formatDecimals(Math.abs(change), 1)
  const signed = `${change < 0 ? '−' : '+'}${size}`
  return unit === '%' ? textsOf('compare')('points', { change: signed }) : `${signed} %`
}

/** A figure against the time before. */
export type Delta = {
  /** Points of a share, percent of any other figure; null where the time before had nothing to divide by. */
  readonly change: number | null
  readonly verdict: 'better' | 'worse' | 'same'
  /** Why the two cannot be set against each other, and no change is shown; null where they can. */
  readonly doubt: 'sparse' | 'coverage' | 'target' | null
}

/** The words of a doubt. */
export const doubtKeys = {
  sparse: 'doubtSparse',
  coverage: 'doubtCoverage',
  target: 'doubtTarget',
} as const satisfies Record<NonNullable<Delta['doubt']>, string>

/** Coverages further apart than this, in points, are of different times. */
const coverageApart = 5

/** Null where one of the two is not known. */
export function deltaOf(
  column: CompareColumn,
  now: CompareFigures,
  before: CompareFigures | null,
): Delta | null {
  if (before === null) return null
  const { of, ofTarget, ...how } = columns[column]
  const change = changeOf(how, of(now), of(before))
  return change && { ...change, doubt: doubtOf(now.metrics, before.metrics, ofTarget) }
}

/** How a figure changed; null where one of the two is not known. */
export function changeOf(
  { unit, better }: { readonly unit: ColumnUnit; readonly better: 'more' | 'less' },
  value: number | null,
  earlier: number | null,
): Omit<Delta, 'doubt'> | null {
  if (value === null || earlier === null) return null
  const difference = value - earlier
  const change =
    unit === '%'
      ? difference
      : earlier !== 0
        ? (100 * difference) / earlier
        : value === 0
          ? 0
          : null
  return {
    change,
    verdict: isNothing(change)
      ? 'same'
      : difference > 0 === (better === 'more')
        ? 'better'
        : 'worse',
  }
}

/** A change that is written as ±0. */
const isNothing = (change: number | null) => change !== null && Math.abs(change) < 0.05

/** What says whether two windows can be set against each other. */
type Basis = Pick<CompareFigures['metrics'], 'coverage' | 'targetSource'>

/** A window that was hardly observed is compared with nothing, and neither are two of which different times were. */
export function doubtOf(now: Basis, before: Basis, ofTarget: boolean): Delta['doubt'] {
  if ([now, before].some(isSparse)) return 'sparse'
  const apart = Math.abs((now.coverage ?? 0) - (before.coverage ?? 0))
  if (apart > coverageApart) return 'coverage'
  return ofTarget && now.targetSource !== before.targetSource ? 'target' : null
}

/** Was too little of a window observed to compare it? Not where all of it is closed. */
export const isSparse = ({ coverage }: Pick<Basis, 'coverage'>) =>
  coverage !== null && coverage < sparseCoverageBelow
