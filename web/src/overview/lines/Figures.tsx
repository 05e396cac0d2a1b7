import type { CompareFigures } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import type { ReactNode } from 'react'
import { type CompareColumn, columns, deltaOf } from '../../compare/columns.ts'
import { DeltaLine } from '../../compare/DeltaLine.tsx'
import { formatCount, formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** A figure under its name. */
export function Figure({
  name,
  children,
  wide = false,
}: {
  name: ReactNode
  children: ReactNode
  wide?: boolean
}) {
  return (
    <div data-wide={wide}>
      <dt title={typeof name === 'string' ? name : undefined}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** `465 of 720 ppm`; without the targets `465 ppm`. */
export function SpeedOf({ speed, target }: { speed: number; target: number | null }) {
  const say = useTexts('lines')
  return (
    <>
      {formatCount(speed)}{' '}
      <small>{target === null ? 'ppm' : say('ofPpm', { target: formatCount(target) })}</small>
    </>
  )
}

/** OEEE of the shift, with its coverage where that is low (D23). */
export function OeeeOf({ figures }: { figures: CompareFigures | undefined }) {
  const say = useTexts('lines')
  const { OEEE, coverage, lowCoverage } = figures?.metrics ?? {}
  if (OEEE === null || OEEE === undefined) return noFigure
  // All of the window was closed in the plan (D23): only what ran counts.
  if (coverage === null) {
    return (
      <span title={say('closedLong')}>
        {formatDecimals(OEEE, 1)} <small>% {say('closed')}</small>
      </span>
    )
  }
  const words = say('coverage', { percent: formatPercent(coverage ?? null) })
  return (
    <span data-doubt={lowCoverage} title={words}>
      {formatDecimals(OEEE, 1)} <small>%</small>
      {lowCoverage ? <small> {words}</small> : <span className="spoken"> {words}</span>}
    </span>
  )
}

/** The change against the window that the page is compared with; nothing where nothing is compared. */
export function Change({
  column,
  now,
  before,
}: {
  column: CompareColumn
  now: CompareFigures | undefined
  before: CompareFigures | null | undefined
}) {
  if (!now || before === undefined) return null
  return (
    <>
      {' '}
      <DeltaLine unit={columns[column].unit} delta={deltaOf(column, now, before)} />
    </>
  )
}
