import type { LineNowWire, LineStopWire } from '@packboard/contract'
import { formatClock, noFigure } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { AheadOrBehind, ProgressBar } from '../shiftProgress/ProgressBar.tsx'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'
import { useShownZone } from '../time/zone.ts'
import { noParts, partsByMachine, shiftOfKey, stopMs, sumOfParts } from './attributed.ts'
import styles from './LineFigures.module.css'
import type { LineScope } from './lineQueries.ts'
import { PartsBar, StopTime, stopTimeText } from './StopTime.tsx'

/** The figures of a line, each counted at its key station; without one they are not known. */
export function LineFigures({
  scope,
  now,
  stops,
  declare,
}: {
  scope: LineScope
  now: LineNowWire
  /** undefined: not known yet. */
  stops: readonly LineStopWire[] | undefined
  /** Opens the editor of the flow. */
  declare: () => void
}) {
  const say = useTexts('line')
  const zone = useShownZone()
  const progress = useShiftProgress(scope.clientId)
  const key = new Set(
    now.stations.flatMap((station) =>
      station.key ? station.machines.map(({ machineId }) => machineId) : [],
    ),
  )
  const shift = progress?.shift ?? null
  const packs = shiftOfKey(progress?.machines ?? [], key)
  const byMachine = stops && partsByMachine(stops)
  const parts = byMachine && sumOfParts([...key].map((one) => byMachine.get(one) ?? noParts))
  const { made, due, ofShift, forecast } = packs
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  return (
    <section className={`panel ${styles.panel}`} aria-label={say('figures')}>
      <dl className={styles.figures}>
        <Figure name={say('speed')}>
          <b>{now.speedPpm === null ? noFigure : formatCount(now.speedPpm)}</b>
          <small>
            {now.targetPpm === null ? 'ppm' : say('ofPpm', { target: formatCount(now.targetPpm) })}
          </small>
        </Figure>
        <Figure
          name={now.shift ? say('oeeeOfLineIn', { shift: now.shift.name }) : say('oeeeOfLine')}
          help={<InfoTip figure="lineOeee" />}
        >
          {now.line === null ? <NoKey declare={declare} /> : <b>{formatPercent(now.line.oeee)}</b>}
          <small>{say('sumOfMachines', { percent: formatPercent(now.machines.oeee) })}</small>
        </Figure>
        <Figure name={say('keyStopTime')} wide>
          {key.size === 0 || parts === undefined ? (
            <b>{noFigure}</b>
          ) : (
            <>
              <b>
                <StopTime ms={stopMs(parts)} />
              </b>
              <PartsBar parts={parts} share={1} />
              <small>{say('inheritedOf', { time: stopTimeText(parts.inherited) })}</small>
            </>
          )}
        </Figure>
        <Figure
          name={
            hasTarget ? say('shiftTargetOf', { target: formatCount(ofShift) }) : say('shiftPacks')
          }
          wide
        >
          {shift === null || key.size === 0 ? (
            <b>{noFigure}</b>
          ) : (
            <>
              <b>{formatCount(made)}</b>
              {hasTarget ? (
                <ProgressBar {...{ made, due, ofShift }} />
              ) : (
                <small>{say('noTarget')}</small>
              )}
            </>
          )}
        </Figure>
        {shift !== null && (
          <Figure name={say('forecastFor', { time: formatClock(shift.to, zone).slice(0, 5) })}>
            <b>{forecast === null ? noFigure : formatCount(forecast)}</b>
            {forecast !== null && hasTarget && <AheadOrBehind made={forecast} due={ofShift} />}
          </Figure>
        )}
      </dl>
    </section>
  )
}

function Figure({
  name,
  help,
  wide = false,
  children,
}: {
  name: string
  help?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div data-wide={wide}>
      <dt>
        {name}
        {help}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** No key station, no figures of the line: who may set the flow is led there. */
function NoKey({ declare }: { declare: () => void }) {
  const say = useTexts('line')
  return (
    <button type="button" className={styles.way} onClick={declare}>
      {say('noKey')}
    </button>
  )
}
