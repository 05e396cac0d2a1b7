import { Suspense } from 'react'
import type { AsOf } from '../filter/figureAsOf.ts'
import type { ComparedMetric, Metrics } from '../kpis/metrics.ts'
import styles from './EarlierChoice.module.css'
import { useEarlier } from './earlierAsOf.ts'
import { EarlierSwitch, MetricChange } from './loadEarlier.ts'

/** The place of the choice, before it is there. */
export function EarlierChoice({ asOf }: { asOf: AsOf | undefined }) {
  const earlier = useEarlier(asOf)
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <EarlierSwitch earlier={earlier} known={asOf !== undefined} />
      </Suspense>
    </div>
  )
}

/** The changes of the cards against these figures; undefined: nothing is compared. */
export function changeAgainst(earlier: AsOf | null, before: Metrics | undefined) {
  if (earlier === null) return undefined
  return (metric: ComparedMetric, now: Metrics) => (
    <Suspense fallback={null}>
      <MetricChange {...{ metric, now, before }} />
    </Suspense>
  )
}
