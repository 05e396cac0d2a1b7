import type { Comparison } from '@packboard/contract'
import { sparseCoverageBelow } from '@packboard/model'
import { comparedText } from '../filter/filterText.ts'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import styles from './Compare.module.css'

/** Which period the figures are compared with, and whether much of either was not observed. */
export function PeriodNotes({
  compared: { total, previousPeriod },
  zone,
}: {
  compared: Pick<Comparison, 'total' | 'previousPeriod'>
  zone: string
}) {
  const say = useTexts('compare')
  const [now, before] = [total.figures, total.previous].map((figures) =>
    sparse(figures?.metrics.coverage ?? null),
  )
  if (previousPeriod === null && now === null) return null
  return (
    <div className={styles.notes} role="status">
      {previousPeriod && (
        <p>{say('comparedWith', { window: comparedText(previousPeriod, zone) })}</p>
      )}
      {[now && say('sparse', { percent: now }), before && say('sparseBefore', { percent: before })]
        .filter((note) => typeof note === 'string')
        .map((note) => (
          <p key={note} className={styles.note}>
            <IconAlertTriangle size={16} />
            {note}
          </p>
        ))}
    </div>
  )
}

/** The share that was observed, where it is too little to compare; null where it is enough, or all of the window is closed. */
const sparse = (coverage: number | null) =>
  coverage !== null && coverage < sparseCoverageBelow ? formatPercent(coverage) : null
