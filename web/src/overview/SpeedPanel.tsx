import { formatClock, formatCount, formatDay, localDate, machineState } from '@packboard/model'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { SpeedLanes } from '../charts/SpeedLanes.tsx'
import { seriesColour, speedSeries } from '../charts/speedSeries.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { useShownZone } from '../ui/zone.ts'
import type { OverviewFeed } from './overviewFeed.ts'
import styles from './SpeedPanel.module.css'
import { useOffline } from './useOffline.ts'
import { useCard, useFrame, useGraphs } from './useOverview.ts'

const SpeedChart = lazy(() =>
  import('../charts/SpeedChart.tsx').then(({ SpeedChart }) => ({ default: SpeedChart })),
)

type View = 'combined' | 'byMachine'

const views = [
  { value: 'combined', label: 'Combined' },
  { value: 'byMachine', label: 'By machine' },
] as const

/** The combined Speed/Min chart with its table of values; on phones one lane a machine. */
export const SpeedPanel = memo(function SpeedPanel({
  feed,
  serialNos: all,
  stale,
}: {
  feed: OverviewFeed
  serialNos: readonly string[]
  stale: boolean
}) {
  const narrow = useNarrow()
  const zone = useShownZone()
  const [chosen, setChosen] = useState<View | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const view = chosen ?? (narrow ? 'byMachine' : 'combined')

  const from = useFrame(feed, 'from')
  const to = useFrame(feed, 'updatedAt') ?? from
  const step = useFrame(feed, 'graphStep')
  const { serialNos, graphs } = useGraphs(feed, all)
  const columns = useMemo(() => speedSeries(graphs, step, from, to), [graphs, step, from, to])
  return (
    <section className={`panel ${styles.panel}`} data-stale={stale} aria-labelledby="speed-title">
      <div className={styles.head}>
        <h2 id="speed-title">Speed/Min</h2>
        <span>
          ppm, {stepName(step)} mean, since {sinceText(from, zone)}, {zone}
        </span>
        <Segmented label="Chart layout" value={view} options={views} choose={setChosen} />
      </div>
      {view === 'byMachine' ? (
        <SpeedLanes
          {...{ columns, serialNos, from, to }}
          mostTicks={narrow ? 5 : 12}
          name={(serialNo) => <LaneName feed={feed} serialNo={serialNo} />}
          now={(serialNo) => <SpeedNow feed={feed} serialNo={serialNo} unit />}
        />
      ) : (
        <div className={styles.combined}>
          <Suspense fallback={<div className={styles.coming} />}>
            <SpeedChart {...{ columns, serialNos, from, to, focused }} stepSeconds={step} />
          </Suspense>
          <table className={styles.legend}>
            <thead>
              <tr>
                <th scope="col">Machine</th>
                <th scope="col">Now</th>
                <th scope="col">Average</th>
              </tr>
            </thead>
            <tbody>
              {serialNos.map((serialNo, index) => (
                <tr
                  key={serialNo}
                  onPointerEnter={() => setFocused(index)}
                  onPointerLeave={() => setFocused(null)}
                >
                  <th scope="row">
                    <i style={{ background: seriesColour(index) }} />
                    {serialNo}
                  </th>
                  <td>
                    <SpeedNow feed={feed} serialNo={serialNo} />
                  </td>
                  <td>
                    <SpeedMean feed={feed} serialNo={serialNo} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
})

type OneMachine = { feed: OverviewFeed; serialNo: string }

function SpeedNow({ feed, serialNo, unit = false }: OneMachine & { unit?: boolean }) {
  const card = useCard(feed, serialNo)
  const offline = useOffline(feed, card)
  if (!card) return null
  if (offline) return <span className={styles.offline}>Offline</span>
  return (
    <>
      {formatCount(card.speedPpm)}
      {unit && <small>ppm</small>}
    </>
  )
}

function SpeedMean({ feed, serialNo }: OneMachine) {
  const card = useCard(feed, serialNo)
  return card ? formatCount(card.meanSpeedPpm) : null
}

function LaneName({ feed, serialNo }: OneMachine) {
  const card = useCard(feed, serialNo)
  const offline = useOffline(feed, card)
  if (!card) return serialNo
  return (
    <>
      <span
        style={{ color: bandLooks[shownBand(card.state, offline)].chipColour }}
        title={offline ? 'OFFLINE' : machineState(card.state).name}
      >
        <Glyph shape={shownShape(card.state, offline)} size={12} />
      </span>
      {serialNo}
    </>
  )
}

/** `10-minute`, `30-second`. */
function stepName(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60}-minute` : `${seconds}-second`
}

/** `06:00`, with its day when that is not today. */
function sinceText(from: Date, zone: string): string {
  const clock = formatClock(from, zone).slice(0, 5)
  const today = localDate(from, zone) === localDate(new Date(), zone)
  return today ? clock : `${formatDay(from, zone)} ${clock}`
}
