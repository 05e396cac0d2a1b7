import { formatHoursMinutes, type SpanSeconds } from '@packboard/model'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import styles from './PlanEditor.module.css'

/** How many hours of a week are for what. */
export function WeekSums({ title, seconds }: { title: string; seconds: SpanSeconds }) {
  const say = useTexts('plan')
  return (
    <Panel title={title}>
      <dl className={styles.sums}>
        <dt>{say('sumProduction')}</dt>
        <dd>{formatHoursMinutes(seconds.production)}</dd>
        <dt>{say('sumBreaks')}</dt>
        <dd>{formatHoursMinutes(seconds.break)}</dd>
        <dt>{say('closed')}</dt>
        <dd>{formatHoursMinutes(seconds.closed)}</dd>
      </dl>
      <p className={styles.quiet}>{say('sumsHint')}</p>
    </Panel>
  )
}
