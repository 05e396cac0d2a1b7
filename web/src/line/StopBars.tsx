import type { LineLossesWire, LineStopWire } from '@packboard/contract'
import { formatClock, formatDateTime } from '@packboard/model'
import { useMemo } from 'react'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type StopBar, stopBars, stopMs } from './attributed.ts'
import styles from './StopBars.module.css'
import { PartsLegend, textsOfParts } from './StopTime.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Up to so long a window has a bar for each hour, else one for each day; a year has one for each month of 30 days. */
const hoursUpTo = 36 * hourMs
const daysUpTo = 62 * dayMs

/** Stop minutes of a line by hour or day, by where their cause lies. */
export function StopBars({
  answer: { from, to },
  machines,
  stops,
}: {
  answer: Pick<LineLossesWire, 'from' | 'to'>
  /** null: all machines of the line. */
  machines: ReadonlySet<string> | null
  stops: Waiting<{ readonly stops: readonly LineStopWire[] }>
}) {
  const say = useTexts('line')
  const length = to.getTime() - from.getTime()
  const stepMs = length <= hoursUpTo ? hourMs : length <= daysUpTo ? dayMs : 30 * dayMs
  const name = stepMs === hourMs ? 'perHour' : stepMs === dayMs ? 'perDay' : 'perMonth'
  return (
    <Panel title={say(name)} sub={say('stopMinutes')} actions={<PartsLegend />}>
      <Loadable
        query={stops}
        isEmpty={() => false}
        empty={(mark) => (
          <p className={styles.failed}>
            {say('stopsFailed')} {mark}
          </p>
        )}
        waiting={<Skeleton width="100%" height={160} />}
      >
        {({ stops: found }) => (
          <Bars
            {...{ machines, stepMs, name }}
            stops={found}
            from={from.getTime()}
            to={to.getTime()}
          />
        )}
      </Loadable>
    </Panel>
  )
}

function Bars({
  stops,
  machines,
  from,
  to,
  stepMs,
  name,
}: {
  stops: readonly LineStopWire[]
  machines: ReadonlySet<string> | null
  from: number
  to: number
  stepMs: number
  name: 'perHour' | 'perDay' | 'perMonth'
}) {
  const say = useTexts('line')
  const zone = useShownZone()
  const bars = useMemo(() => {
    const counted = machines ?? new Set(stops.map(({ machineId }) => machineId))
    return stopBars(stops, counted, { from, to }, stepMs)
  }, [stops, machines, from, to, stepMs])
  const most = Math.max(1, ...bars.map(({ parts }) => stopMs(parts)))
  const nameOf = ({ from: at }: StopBar) =>
    name === 'perHour'
      ? formatClock(new Date(at), zone).slice(0, 5)
      : formatDateTime(new Date(at), zone).slice(0, 5)
  return (
    <ol className={styles.bars} data-many={bars.length > 24} aria-label={say(name)}>
      {bars.map((bar) => {
        const { own, inherited, withheld } = bar.parts
        const tall = (ms: number) => `${(100 * ms) / most}%`
        const whole = stopMs(bar.parts)
        return (
          <li key={bar.from}>
            <span className="spoken">
              {nameOf(bar)}: {say('partsAre', textsOfParts(bar.parts))}
            </span>
            <span
              className={styles.column}
              aria-hidden="true"
              title={say('partsAre', textsOfParts(bar.parts))}
            >
              {whole > 0 && <b>{formatCount(whole / 60_000)}</b>}
              {withheld > 0 && <i data-kind="withheld" style={{ height: tall(withheld) }} />}
              {inherited > 0 && <i data-kind="inherited" style={{ height: tall(inherited) }} />}
              {own > 0 && <i style={{ height: tall(own) }} />}
            </span>
            <small aria-hidden="true">{nameOf(bar)}</small>
          </li>
        )
      })}
    </ol>
  )
}
