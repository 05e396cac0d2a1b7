import { formatClock, type StripPart, stripHours } from '@packboard/model'
import { memo } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { ClosedTimes } from './ClosedTimes.tsx'
import styles from './StateStrip.module.css'
import { stripSegments, stripTicks } from './stripSegments.ts'

const width = 600
const height = 20

/** The states of the last 8 hours over closed time: colour and height show the band; an empty stretch has no data. */
export const StateStrip = memo(function StateStrip({
  serialNo,
  parts,
  closed,
  to,
  ticks,
}: {
  serialNo: string
  parts: readonly StripPart[]
  /** Closed time of the plan. */
  closed?: readonly { readonly from: Date; readonly to: Date }[] | undefined
  to: Date
  ticks: boolean
}) {
  const zone = useShownZone()
  const say = useTexts('charts')
  const from = new Date(to.getTime() - stripHours * 3_600_000)
  return (
    <div>
      <div className={styles.frame}>
        <ClosedTimes {...{ closed, from, to }} />
        <svg
          className={styles.strip}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={say('statesOf', { machine: serialNo, hours: stripHours })}
          shapeRendering="crispEdges"
        >
          <rect x="0" y={height - 1} width={width} height="1" fill="var(--line-1)" />
          {stripSegments(parts, from, to, width).map((segment) => (
            <Column key={`${segment.x} ${segment.height}`} {...segment} />
          ))}
        </svg>
      </div>
      {ticks && (
        <div className={styles.axis} aria-hidden="true">
          {stripTicks(from, to, zone)
            .filter(({ share }) => share > 0.04 && share < 0.96)
            .map(({ at, share }) => (
              <span key={at.getTime()} style={{ left: `${share * 100}%` }}>
                {formatClock(at, zone).slice(0, 5)}
              </span>
            ))}
        </div>
      )}
    </div>
  )
})

function Column({
  x,
  width: wide,
  height: share,
  colour,
  hollow,
}: ReturnType<typeof stripSegments>[number]) {
  const tall = share * height
  if (!hollow) return <rect x={x} y={height - tall} width={wide} height={tall} fill={colour} />
  return (
    <>
      <rect x={x} y={height - tall} width={wide} height={tall} fill="var(--go-line)" />
      <rect x={x} y={height - tall} width={wide} height="1.5" fill="var(--go-text)" />
    </>
  )
}
