import type { CompareFigures } from '@packboard/contract'
import { noFigure, packsDue } from '@packboard/model'
import { type ReactNode, useMemo } from 'react'
import { type CompareColumn, columns } from '../../compare/columns.ts'
import { DeltaLine } from '../../compare/DeltaLine.tsx'
import { deltaOf } from '../../compare/deltas.ts'
import { formatCount, formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { MachineGroup } from '../arrangement.ts'
import styles from './Sums.module.css'
import type { ShiftFigures } from './useShiftFigures.ts'

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
      <dt>{name}</dt>
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
  const words = say('coverage', { percent: formatPercent(coverage ?? null) })
  return (
    <span data-doubt={lowCoverage} title={words}>
      {formatDecimals(OEEE, 1)} <small>%</small>
      {lowCoverage ? <small> {words}</small> : <span className="spoken"> {words}</span>}
    </span>
  )
}

/** What machines should have packed by the instant of the figures; null where that is not known. */
export function useDue(
  { window, plan, at }: ShiftFigures,
  machines: MachineGroup['machines'],
  targets: readonly (number | null)[],
) {
  const { period, shift } = window
  return useMemo(() => {
    if (!plan || !at || shift === null) return null
    const targeted = machines.map(({ lineName }, index) => ({
      line: lineName || null,
      targetPpm: targets[index] ?? null,
    }))
    return packsDue(targeted, { plan, zone: plan.timezone, shift: period, now: at })
  }, [plan, at, shift, period, machines, targets])
}

/** How far the packs are, with a mark where they should be by now. */
export function Progress({ made, due, ofShift }: { made: number; due: number; ofShift: number }) {
  const say = useTexts('lines')
  const share = (packs: number) => `${Math.min(100, (100 * packs) / ofShift)}%`
  const counts = { made: formatCount(made), due: formatCount(due), target: formatCount(ofShift) }
  return (
    <span className={styles.bar} role="img" aria-label={say('progress', counts)}>
      <i style={{ width: share(made) }} />
      <b style={{ left: share(due) }} />
    </span>
  )
}

/** Against what is due by now: filled where it is behind. */
export function AheadOrBehind({ made, due }: { made: number; due: number }) {
  const say = useTexts('lines')
  const apart = Math.round(made - due)
  const count = formatCount(Math.abs(apart))
  return (
    <small className={styles.apart} data-behind={apart < 0}>
      <span aria-hidden="true">{apart < 0 ? '▼' : '△'}</span>{' '}
      {say(apart < 0 ? 'behind' : 'ahead', { count })}
    </small>
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
      <DeltaLine unit={columns[column].unit} delta={deltaOf(column, now, before, true)} />
    </>
  )
}
