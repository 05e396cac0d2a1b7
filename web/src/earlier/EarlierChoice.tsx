import { type ComponentProps, lazy, Suspense } from 'react'
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

/** The change of an amount of a table, once it is there. */
export function SoonAmountChange(props: ComponentProps<typeof AmountChange>) {
  return (
    <Suspense fallback={null}>
      <AmountChange {...props} />
    </Suspense>
  )
}

/** Why a table shows no changes. */
export function SoonDoubtNote(props: ComponentProps<typeof DoubtNote>) {
  return (
    <Suspense fallback={null}>
      <DoubtNote {...props} />
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
const AmountChange = lazy(async () => ({ default: (await load()).AmountChange }))
const DoubtNote = lazy(async () => ({ default: (await load()).DoubtNote }))
