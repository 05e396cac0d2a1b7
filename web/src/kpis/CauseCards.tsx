import type { StopCause } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import type { ReactNode } from 'react'
import { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconClock, IconPackage, IconPackageOff, IconPlayerStop } from '../icons/icons.ts'
import { FailedMark, LoadingWord, type Waiting } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './MetricCards.module.css'
import { Card, Hours, shareOf } from './MetricCards.tsx'
import { type Metrics, noMetrics } from './metrics.ts'
import { stopCausesQuery } from './metricsQuery.ts'

/**
 * The cards under a filter by alarm group or state (D78): packs, stop time, stops and lost packs of it. OEEE of a cause
 * means nothing.
 */
export function CauseCards({
  clientId,
  serialNo,
  filter,
  query,
  scope,
  explainPacks,
}: {
  clientId: number
  serialNo?: string | undefined
  filter: ProductionFilter
  query: Waiting<Metrics>
  /** `06:00 to 14:30`: the scope of the figures. */
  scope: ReactNode
  explainPacks: ReactNode
}) {
  const say = useTexts('metrics')
  const oneStop = useOneStop<HTMLElement>()
  const sayStops = useTexts('production')
  const { query: stops } = useFigures(stopCausesQuery({ clientId, serialNo }, filter, 'alarm'))
  const failed = query.isError || stops.isError
  const coming = !failed && (query.data === undefined || stops.data === undefined)
  const old = !failed && (query.isPlaceholderData === true || stops.isPlaceholderData)
  const { packs, windowSeconds } = query.data ?? noMetrics
  const { seconds, count, lostPacks } = sumOf((!failed && stops.data) || [])
  const parts = (figure: ReactNode, words: ReactNode) => (
    <>
      <p className={styles.value}>{coming ? <Skeleton width={132} height={32} /> : figure}</p>
      {coming ? (
        <div className={styles.sub}>
          <Skeleton width={88} height={12} />
        </div>
      ) : failed ? (
        <div className={styles.failed}>
          <FailedMark
            retry={() => {
              if (query.isError) query.refetch()
              if (stops.isError) void stops.refetch()
            }}
          />
        </div>
      ) : (
        <p className={styles.sub}>{words}</p>
      )}
    </>
  )
  return (
    <section
      ref={oneStop}
      className={styles.cards}
      aria-label={say('totals')}
      aria-busy={coming || old}
      data-old={old}
      data-failed={failed}
      data-even
    >
      {coming && <LoadingWord className="spoken" />}
      <Card title={say('packs')} icon={IconPackage} figure="packs" explain={explainPacks}>
        {parts(formatCount(failed ? 0 : packs), scope)}
      </Card>
      <Card title={sayStops('stopTime')} icon={IconClock} figure="stopCauses" explain={null}>
        {parts(<Hours seconds={seconds} />, say('share', shareOf(seconds, windowSeconds)))}
      </Card>
      <Card title={sayStops('stops')} icon={IconPlayerStop} figure="stopCauses" explain={null}>
        {parts(
          formatCount(count),
          count > 0 ? say('meanStop', { time: formatTimeInState(seconds / count) }) : scope,
        )}
      </Card>
      <Card title={sayStops('lostPacks')} icon={IconPackageOff} figure="stopCauses" explain={null}>
        {parts(formatCount(lostPacks), say('atTarget'))}
      </Card>
    </section>
  )
}

/** Lost packs are unknown as soon as those of one cause are. */
function sumOf(causes: readonly StopCause[]) {
  const sum = { seconds: 0, count: 0, lostPacks: 0 as number | null }
  for (const { seconds, count, lostPacks } of causes) {
    sum.seconds += seconds
    sum.count += count
    sum.lostPacks = sum.lostPacks === null || lostPacks === null ? null : sum.lostPacks + lostPacks
  }
  return sum
}
