import { lazy, Suspense } from 'react'
import type { AsOf } from '../filter/filterWire.ts'
import { needTexts } from '../i18n/language.ts'
import type { ComparedMetric, Metrics } from '../kpis/metrics.ts'
import styles from './EarlierChoice.module.css'
import { useEarlier } from './earlierAsOf.ts'

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

/** The choice of what a page is compared with, and the changes; the figures do not wait for them. */
const load = async () => {
  const [parts] = await Promise.all([import('./parts.ts'), needTexts('compare')])
  return parts
}
const EarlierSwitch = lazy(async () => ({ default: (await load()).EarlierSwitch }))
const MetricChange = lazy(async () => ({ default: (await load()).MetricChange }))
