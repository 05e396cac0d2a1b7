import { SegmentedControl } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import {
  formatClock,
  formatSpeed,
  isOffline,
  type LiveCard,
  type SpeedGraph,
} from '@packboard/model'
import { lazy, Suspense, useMemo, useState } from 'react'
import { SpeedLanes } from '../charts/SpeedLanes.tsx'
import { seriesColour, speedSeries } from '../charts/speedSeries.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import { browserZone } from '../ui/zone.ts'
import styles from './SpeedPanel.module.css'

const SpeedChart = lazy(() =>
  import('../charts/SpeedChart.tsx').then(({ SpeedChart }) => ({ default: SpeedChart })),
)

type View = 'combined' | 'byMachine'

/** The combined Speed/Min chart with its table of values; on phones one lane a machine. */
export function SpeedPanel({
  machines,
  cards,
  from,
  to,
  stepSeconds,
}: {
  machines: readonly ClientMachine[]
  cards: ReadonlyMap<string, LiveCard>
  from: Date
  to: Date
  stepSeconds: number
}) {
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<View | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const view = chosen ?? (narrow ? 'byMachine' : 'combined')

  const shown = machines.flatMap(({ machineId }) => cards.get(machineId) ?? [])
  const graphs = useUnchanged(shown.map(({ graph }) => graph))
  const columns = useMemo(
    () => speedSeries(graphs, stepSeconds, from, to),
    [graphs, stepSeconds, from, to],
  )
  const now = new Date()
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="speed-title">
      <div className={styles.head}>
        <h2 id="speed-title">Speed/Min</h2>
        <span>
          ppm, {stepSeconds / 60}-minute mean, since {formatClock(from, browserZone).slice(0, 5)}
        </span>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={(value) => setChosen(value as View)}
          data={[
            { value: 'combined', label: 'Combined' },
            { value: 'byMachine', label: 'By machine' },
          ]}
        />
      </div>
      {view === 'byMachine' ? (
        <SpeedLanes
          columns={columns}
          machines={shown.map((card) => ({ serialNo: card.serialNo, now: nowText(card, now) }))}
        />
      ) : (
        <div className={styles.combined}>
          <Suspense fallback={<div style={{ minHeight: 264 }} />}>
            <SpeedChart
              columns={columns}
              serialNos={shown.map(({ serialNo }) => serialNo)}
              focused={focused}
            />
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
              {shown.map((card, index) => (
                <tr
                  key={card.serialNo}
                  onPointerEnter={() => setFocused(index)}
                  onPointerLeave={() => setFocused(null)}
                >
                  <td>
                    <i style={{ background: seriesColour(index) }} />
                    {card.serialNo}
                  </td>
                  <td>{nowText(card, now).replace(/ ppm$/, '')}</td>
                  <td>{formatSpeed(card.meanSpeedPpm).replace(/ ppm$/, '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Cards are new objects with every push, their graphs only with an answer: the same graphs stay the same list. */
function useUnchanged(graphs: readonly SpeedGraph[]): readonly SpeedGraph[] {
  const [held, hold] = useState(graphs)
  const same = held.length === graphs.length && held.every((graph, i) => graph === graphs[i])
  if (!same) hold(graphs)
  return same ? held : graphs
}

function nowText(card: LiveCard, now: Date): string {
  return isOffline(card, now) ? 'Offline' : formatSpeed(card.speedPpm)
}
