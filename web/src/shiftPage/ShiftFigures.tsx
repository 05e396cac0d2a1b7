import type { ShiftPage } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MetricChange } from '../earlier/MetricChange.tsx'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Hours } from '../kpis/MetricCards.tsx'
import { readMetrics } from '../kpis/metrics.ts'
import { usePerson } from '../session/useSession.ts'
import { AheadOrBehind, ProgressBar } from '../shiftProgress/ProgressBar.tsx'
import { useShownZone } from '../time/zone.ts'
import styles from './ShiftFigures.module.css'
import { differenceText } from './Stories.tsx'

/** What is known of an observed share below this, in percent, is said with the figures. */
const wholeCoverage = 99.95

/** The figures of a shift in one row; what moved since it was signed stands beside. */
export function ShiftFigures({ page }: { page: ShiftPage }) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const { figures, shift } = page
  const { made, due, ofShift, forecast } = figures
  const metrics = readMetrics(figures.metrics)
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  const later = (figure: ShiftPage['changedLater'][number]['figure']) => (
    <ChangedLater changed={page.changedLater.find((each) => each.figure === figure)} />
  )
  const { rejects } = figures.metrics
  return (
    <section className={`panel ${styles.panel}`} aria-label={say('figures')}>
      <dl className={styles.figures}>
        <Figure
          name={hasTarget ? say('packsOfTarget', { target: formatCount(ofShift) }) : say('packs')}
          wide
          later={later('packs')}
        >
          <b>{formatCount(made)}</b>
          {hasTarget ? (
            <>
              <ProgressBar {...{ made, due, ofShift }} />
              <small>{formatPercent((100 * made) / ofShift)}</small>
            </>
          ) : (
            <NoTarget isClosed={ofShift === 0} />
          )}
        </Figure>
        {forecast !== null && (
          <Figure name={say('forecastAt', { time: formatClock(shift.to, zone).slice(0, 5) })}>
            <b>{formatCount(forecast)}</b>
            {hasTarget && <AheadOrBehind made={forecast} due={ofShift} />}
          </Figure>
        )}
        <Figure name={say(shift.isRunning ? 'oeeeSoFar' : 'oeee')} later={later('oeee')}>
          <b>{formatPercent(metrics.oeee)}</b>
          {figures.before && (
            <MetricChange metric="oeee" now={metrics} before={readMetrics(figures.before)} />
          )}
          {metrics.coverage !== null && metrics.coverage < wholeCoverage && (
            <small>{say('coverage', { percent: formatPercent(metrics.coverage) })}</small>
          )}
        </Figure>
        {/* Beside the sum of machines above, never in its place (D103). */}
        {page.lines.flatMap(({ line, oeee }) =>
          oeee ? (
            <Figure key={line} name={say('oeeeOfLine', { line })}>
              <b>{formatPercent(oeee.line?.oeee ?? null)}</b>
              <small>{say('sumOfMachines', { percent: formatPercent(oeee.machines.oeee) })}</small>
            </Figure>
          ) : (
            []
          ),
        )}
        <Figure name={say('stopTimeOf', { count: page.machines })} later={later('stopTime')}>
          <b className={styles.hours}>
            <Hours seconds={figures.stopSeconds} />
          </b>
        </Figure>
        <Figure
          name={
            rejects === null ? say('rejects') : say('rejectsOf', { count: formatCount(rejects) })
          }
          later={later('rejects')}
        >
          {rejects === null ? (
            <small>{say('notMeasured')}</small>
          ) : (
            <b>{formatPercent(made > 0 ? (100 * rejects) / made : null)}</b>
          )}
        </Figure>
        <Figure name={say('withoutReason', { count: figures.stopsWithoutReason })}>
          <b className={styles.hours}>
            <Hours seconds={figures.secondsWithoutReason} />
          </b>
        </Figure>
      </dl>
    </section>
  )
}

function Figure({
  name,
  wide = false,
  later,
  children,
}: {
  name: string
  wide?: boolean
  later?: ReactNode
  children: ReactNode
}) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {later}
    </div>
  )
}

/** A figure after both had signed: the signed one stays, the present one stands beside it. */
function ChangedLater({ changed }: { changed: ShiftPage['changedLater'][number] | undefined }) {
  const say = useTexts('shiftPage')
  if (!changed) return null
  const value = differenceText(changed.figure, changed.now)
  return <dd className={styles.later}>{say('changedLater', { value })}</dd>
}

/** Without a target there is nothing to be behind; who may set one is led there. */
function NoTarget({ isClosed }: { isClosed: boolean }) {
  const say = useTexts('shiftPage')
  const { editProducts } = usePerson().permissions
  if (isClosed) return <small>{say('closedTarget')}</small>
  return (
    <small>
      {say('noTarget')}{' '}
      {editProducts && (
        <Link to="/admin/panel" search={{ view: 'products' }} className={styles.way}>
          {say('setOne')}
        </Link>
      )}
    </small>
  )
}
