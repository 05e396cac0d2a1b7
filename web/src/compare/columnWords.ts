import type { CompareFigures } from '@packboard/contract'
import { formatDuration, formatTimeInState, microStopSeconds, noFigure } from '@packboard/model'
import { formatCount, formatDecimals, formatPercent } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { type ColumnUnit, type CompareColumn, columns } from './columns.ts'
import type { Delta } from './deltas.ts'

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
  const { metrics, stopSeconds, stops, changeovers } = figures
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
    case 'mtbf':
      return `${formatDuration(run)} / ${formatCount(stops)} = ${result}`
    case 'mttr':
      return `${formatDuration(stopSeconds)} / ${formatCount(stops)} = ${result}`
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
  const size = formatDecimals(Math.abs(change), 1)
  const isZero = size === formatDecimals(0, 1)
  if (isZero) return '±0'
  const signed = `${change < 0 ? '−' : '+'}${size}`
  return unit === '%' ? textsOf('compare')('points', { change: signed }) : `${signed} %`
}
