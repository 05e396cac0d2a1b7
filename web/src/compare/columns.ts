import type { CompareFigures } from '@packboard/contract'

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
  'mtbf',
  'mttr',
  'changeoverTime',
  'lostPacks',
] as const
export type CompareColumn = (typeof compareColumns)[number]

/** They need the length of each stop, which a comparison has only where it is requested. */
const ofLengths: ReadonlySet<CompareColumn> = new Set(['microStops', 'changeoverTime'])

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
