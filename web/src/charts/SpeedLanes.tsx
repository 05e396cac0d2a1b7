import { formatClock } from '@packboard/model'
import { browserZone } from '../ui/zone.ts'
import styles from './SpeedLanes.module.css'
import { speedLane } from './speedLanes.ts'
import type { SpeedColumns } from './speedSeries.ts'

const width = 600
const height = 32

/** By machine: one lane a machine, all on one scale, so that lines never cross. */
export function SpeedLanes({
  columns,
  machines,
}: {
  columns: SpeedColumns
  machines: readonly { serialNo: string; now: string }[]
}) {
  const most = Math.max(
    1,
    ...columns.slice(1).flatMap((values) => values.map((value) => value ?? 0)),
  )
  const grid = columns[0]
  return (
    <div className={styles.lanes}>
      {machines.map(({ serialNo, now }, index) => {
        const lane = speedLane(columns, index + 1, most, width, height)
        return (
          <figure key={serialNo}>
            <figcaption>
              <b>{serialNo}</b>
              <span>{now}</span>
            </figcaption>
            <svg
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`Speed of ${serialNo}, now ${now}`}
            >
              {lane.gaps.map((gap) => (
                <rect
                  key={gap.from}
                  x={gap.from * width}
                  width={(gap.to - gap.from) * width}
                  height={height}
                  fill="#0F1317"
                />
              ))}
              <path d={lane.area} fill="rgb(230 235 240 / 8%)" />
              <path
                d={lane.line}
                fill="none"
                stroke="#E6EBF0"
                strokeWidth="1.25"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </figure>
        )
      })}
      <div className={styles.axis} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => {
          const at = grid[Math.round(share * (grid.length - 1))]
          return (
            <span key={share}>
              {at === undefined ? '' : formatClock(new Date(at * 1_000), browserZone).slice(0, 5)}
            </span>
          )
        })}
      </div>
    </div>
  )
}
