import type { CompareBy, CompareFigures } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconChevronRight } from '../icons/icons.ts'
import { MovedLine } from '../kpis/MovedLine.tsx'
import { oeeeMoved } from '../kpis/metrics.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import styles from './Compare.module.css'
import {
  type CompareColumn,
  cellText,
  columnFormula,
  columns,
  columnTitle,
  deltaOf,
  exactText,
  filledFormula,
} from './columns.ts'
import { DeltaLine } from './DeltaLine.tsx'
import type { RowLink } from './rowLinks.ts'

/** What a cell is about. */
export type ShownCell = {
  readonly by: CompareBy
  readonly name: string
  readonly column: CompareColumn
  readonly figures: CompareFigures
  readonly previous: CompareFigures | null
  readonly total: CompareFigures
  readonly links: readonly RowLink[]
  /** It is of one window, though no page may have it. */
  readonly ofOneWindow: boolean
}

/** How the figure of a cell came about, and where it is at home. */
export function CellDialog({
  clientId,
  cell,
  ...dialog
}: { clientId: number; cell: ShownCell } & DialogProps) {
  const say = useTexts('compare')
  const sayOfMetrics = useTexts('metrics')
  const { column, figures, previous, total } = cell
  const { metrics } = figures
  const { of, ofTarget } = columns[column]
  const value = of(figures)
  const moved = column === 'oeee' ? oeeeMoved(metrics) : null
  const filled = filledFormula(column, figures)
  const basis =
    metrics.qualityBasis === 'measured'
      ? null
      : sayOfMetrics(metrics.qualityBasis === 'not measured' ? 'notMeasured' : 'partlyMeasured')
  const notes = [
    metrics.lowCoverage &&
      sayOfMetrics('lowCoverage', { percent: formatPercent(metrics.coverage) }),
    ofTarget && metrics.targetTooLow && sayOfMetrics('targetTooLow'),
    ofTarget && metrics.targetSource === 'estimated' && sayOfMetrics('estimatedTarget'),
    ofTarget && value === null && say('noTarget'),
    (column === 'quality' || column === 'oeee') && basis,
  ].filter((note) => typeof note === 'string')
  return (
    <Dialog
      title={say('cellOf', { column: columnTitle(column), row: cell.name })}
      width={520}
      {...dialog}
    >
      <div className={styles.cell}>
        <p className={styles.value}>
          <b>{cellText(column, value)}</b>
          <span>{exactText(column, value)}</span>
        </p>
        <h3>{say('formula')}</h3>
        <p>{columnFormula(column)}</p>
        {filled && <p className={styles.filled}>{filled}</p>}
        {moved && <MovedLine moved={moved} />}
        <dl className={styles.facts}>
          {previous && (
            <div>
              <dt>{say('previousPeriod')}</dt>
              <dd>
                {cellText(column, of(previous))}
                <DeltaLine unit={columns[column].unit} delta={deltaOf(column, figures, previous)} />
              </dd>
            </div>
          )}
          <div>
            <dt>{say('total')}</dt>
            <dd>{cellText(column, of(total))}</dd>
          </div>
          <div>
            <dt>{say('observed')}</dt>
            <dd>{formatPercent(metrics.coverage)}</dd>
          </div>
        </dl>
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            <IconAlertTriangle size={16} />
            {note}
          </p>
        ))}
        {cell.links.map((link) => (
          <RowPlace key={link.to} className={styles.place} {...{ clientId, link }}>
            {link.to === 'production' && say('openProduction', { machine: link.serialNo })}
            {link.to === 'machines' && say('openMachines')}
            {link.to === 'days' && say('openDays')}
            {link.to === 'timeline' && say('openTimeline')}
            {link.to === 'shift' && say(link.isOfSeveral ? 'openNewestShift' : 'openShift')}
            <IconChevronRight size={16} />
          </RowPlace>
        ))}
        {!cell.ofOneWindow && cell.links.length === 0 && <p>{say('noWindow')}</p>}
      </div>
    </Dialog>
  )
}

/** A link to the page that has the figures of a row as its own. */
export function RowPlace({
  clientId,
  link,
  children,
  ...rest
}: {
  clientId: number
  link: RowLink
  children: ReactNode
  className?: string | undefined
  tabIndex?: number
  'aria-hidden'?: boolean
}) {
  const client = { client: clientId }
  switch (link.to) {
    case 'production':
      return (
        <Link
          to="/admin/productionData/$clientId/$machineId"
          params={{ clientId: String(clientId), machineId: link.serialNo }}
          search={link.search}
          {...rest}
        >
          {children}
        </Link>
      )
    case 'days':
      return (
        <Link to="/admin/day-summary" search={{ ...link.search, ...client }} {...rest}>
          {children}
        </Link>
      )
    case 'machines':
      return (
        <Link to="/admin/compare" search={{ ...link.search, ...client, by: 'machine' }} {...rest}>
          {children}
        </Link>
      )
    case 'shift':
      return (
        <Link to="/admin/shift" search={{ start: link.start, ...client }} {...rest}>
          {children}
        </Link>
      )
    case 'timeline':
      return (
        <Link
          to="/admin/timeline"
          search={{ ...link.search, ...client, line: link.line }}
          {...rest}
        >
          {children}
        </Link>
      )
  }
}
