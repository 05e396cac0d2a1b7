import { type StripPart, stripHours } from '@packboard/model'
import { memo } from 'react'
import { stripSegments } from '../charts/stripSegments.ts'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './Wall.module.css'

const width = 400
const height = 32

/** The states of the last 8 hours, high enough for the other end of the hall. */
export const WallStrip = memo(function WallStrip({
  serialNo,
  parts,
  to,
}: {
  serialNo: string
  parts: readonly StripPart[]
  to: Date
}) {
  const say = useTexts('wall')
  const from = new Date(to.getTime() - stripHours * 3_600_000)
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={say('statesOf', { machine: serialNo, hours: stripHours })}
      shapeRendering="crispEdges"
    >
      <rect x="0" y={height - 1} width={width} height="1" fill="var(--line-1)" />
      {stripSegments(parts, from, to, width).map(
        ({ x, width: wide, height: share, colour, hollow }) => {
          const tall = share * height
          const place = { x, y: height - tall, width: wide }
          return (
            <g key={`${x} ${share}`}>
              <rect {...place} height={tall} fill={hollow ? 'var(--go-line)' : colour} />
              {hollow && <rect {...place} height="2" fill="var(--go-text)" />}
            </g>
          )
        },
      )}
    </svg>
  )
})
