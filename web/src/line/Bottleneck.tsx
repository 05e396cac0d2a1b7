import type { LineLossesWire } from '@packboard/contract'
import { useMachines } from '../clients/clientQueries.ts'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './Bottleneck.module.css'
import type { LineScope } from './lineQueries.ts'

type Station = LineLossesWire['bottleneck'][number]

const shareOf = ({ rootShare, limitingShare }: Station) => rootShare + limitingShare

/** The station that limited a line for the largest share of the window; null where none did. */
export function mostLimiting(stations: readonly Station[]): Station | null {
  const [first] = stations.toSorted((a, b) => shareOf(b) - shareOf(a))
  return first && shareOf(first) > 0 ? first : null
}

/** Which station limited the line: as the root of stops, or running while its neighbours waited. */
export function Bottleneck({
  scope: { clientId, line },
  answer: { bottleneck },
}: {
  scope: LineScope
  answer: LineLossesWire
}) {
  const say = useTexts('line')
  const kinds = new Map(
    useMachines(clientId).data?.machines.map((one) => [one.machineId, one.machineType.label]),
  )
  if (bottleneck.length === 0) return null
  const first = mostLimiting(bottleneck)
  const most = Math.max(...bottleneck.map(shareOf), 1e-9)
  return (
    <Panel title={say('bottleneck')} help={<InfoTip figure="bottleneck" />}>
      <p className={styles.answer}>
        {first === null
          ? say('noBottleneck')
          : say('limitedMost', {
              ...{ line, station: nameOf(first) },
              percent: formatPercent(100 * shareOf(first)),
            })}
      </p>
      <ol className={styles.stations}>
        {bottleneck.map((station) => (
          <li key={station.station}>
            <span>
              {station.station + 1} <b>{station.machines.join(', ')}</b>{' '}
              <small>
                {[...new Set(station.machines.map((one) => kinds.get(one)))].join(', ')}
              </small>
            </span>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${(100 * station.rootShare) / most}%` }} data-chart-key />
              <i
                data-kind="limiting"
                style={{ width: `${(100 * station.limitingShare) / most}%` }}
                data-chart-key
              />
            </span>
            <span className={styles.shares}>
              {say('limitShares', {
                root: formatPercent(100 * station.rootShare),
                limiting: formatPercent(100 * station.limitingShare),
              })}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const nameOf = ({ station, machines }: Station) => `${station + 1} (${machines.join(', ')})`
