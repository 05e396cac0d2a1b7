import { formatClock } from '@packboard/model'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './SpeedLanes.module.css'
import { type Lane, speedLane } from './speedLanes.ts'
import type { SpeedColumns } from './speedSeries.ts'
import { timeTicks } from './timeTicks.ts'

const width = 1_000
const height = 26

/** By machine: one lane a machine, each on its own scale, so that lines never cross and a slow machine is seen as well. */
export function SpeedLanes({
  columns,
  serialNos,
  from,
  to,
  mostTicks,
  name,
  spoken,
  now,
}: {
  columns: SpeedColumns
  serialNos: readonly string[]
  from: Date
  to: Date
  mostTicks: number
  /** What stands before a lane, and after it. */
  name: (serialNo: string) => ReactNode
  now: (serialNo: string) => ReactNode
  /** Summary of a lane for screen readers. */
  spoken: (serialNo: string, index: number) => string
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const lanes = useMemo(() => {
    const window = { from: from.getTime() / 1_000, to: to.getTime() / 1_000 }
    return serialNos.map((serialNo, index) => ({
      serialNo,
      lane: speedLane(columns, index + 1, window, width, height),
    }))
  }, [columns, serialNos, from, to])
  const ticks = timeTicks(from, to, mostTicks, zone)
  return (
    <div className={styles.lanes}>
      {lanes.map(({ serialNo, lane }, index) => (
        <figure key={serialNo} aria-label={say('speedOf', { machine: serialNo })}>
          <figcaption>{name(serialNo)}</figcaption>
          <div className={styles.lane}>
            {ticks.map(({ at, share }) => (
              <i key={at.getTime()} className={styles.hour} style={{ left: percent(share) }} />
            ))}
            <Gaps lane={lane} {...{ from, to, zone }} />
            <svg
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={spoken(serialNo, index)}
            >
              <path d={lane.area} fill="var(--lane-area)" />
              <path
                d={lane.line}
                fill="none"
                stroke="var(--chart-lane)"
                strokeWidth="1.25"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </div>
          <div className={styles.now}>{now(serialNo)}</div>
        </figure>
      ))}
      <div className={styles.axis} aria-hidden="true">
        {ticks.map(({ at, share }) => (
          <span key={at.getTime()} style={{ left: percent(share) }} data-edge={edgeOf(share)}>
            {clock(at, zone)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Hatched stretches without data; the words show where they fit. */
function Gaps({ lane, from, to, zone }: { lane: Lane; from: Date; to: Date; zone: string }) {
  const say = useTexts('charts')
  return lane.gaps.map((gap) => {
    const since = new Date(from.getTime() + gap.from * (to.getTime() - from.getTime()))
    const silent = gap.to === 1 && gap.from > 0
    const words = silent ? say('noDataSince', { time: clock(since, zone) }) : say('noData')
    return (
      <span
        key={gap.from}
        className={styles.gap}
        style={{ left: percent(gap.from), width: percent(gap.to - gap.from) }}
        title={words}
      >
        <b>{words}</b>
      </span>
    )
  })
}

/** A time stands under its line, but beside it at the edges: nothing may reach beyond the panel. */
const edgeOf = (share: number) => (share < 0.03 ? 'first' : share > 0.97 ? 'last' : undefined)

const clock = (at: Date, zone: string) => formatClock(at, zone).slice(0, 5)
const percent = (share: number) => `${share * 100}%`
