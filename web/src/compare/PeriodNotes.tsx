import type { Comparison, ObservedDays } from '@packboard/contract'
import { formatDay } from '@packboard/model'
import { comparedText } from '../filter/filterText.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import styles from './Compare.module.css'
import { isSparse } from './columns.ts'

/** Which period the figures are compared with, of which days there are data, and why no changes are shown. */
export function PeriodNotes({
  compared: { total, previousPeriod, observedDays, previousObservedDays },
  zone,
}: {
  compared: Pick<Comparison, 'total' | 'previousPeriod' | 'observedDays' | 'previousObservedDays'>
  zone: string
}) {
  const say = useTexts('compare')
  const now = lackOf(total.figures.metrics.coverage, observedDays, 'now', zone, say)
  const before = lackOf(
    total.previous?.metrics.coverage ?? null,
    previousObservedDays,
    'before',
    zone,
    say,
  )
  const lacks = [now, before].filter((note) => note !== null)
  if (previousPeriod === null && lacks.length === 0) return null
  const notes = [...lacks, ...(previousPeriod && lacks.length > 0 ? [say('noChanges')] : [])]
  return (
    <div className={styles.notes} role="status">
      {previousPeriod && (
        <p>{say('comparedWith', { window: comparedText(previousPeriod, zone) })}</p>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <IconAlertTriangle size={16} />
          {note}
        </p>
      ))}
    </div>
  )
}

const words = {
  now: { days: 'dataFrom', share: 'sparse' },
  before: { days: 'dataFromBefore', share: 'sparseBefore' },
} as const

/** What is missing of a period, where it is too much to compare; null: nothing of weight. */
function lackOf(
  coverage: number | null,
  found: ObservedDays | undefined,
  period: keyof typeof words,
  zone: string,
  say: Say<'compare'>,
): string | null {
  if (!isSparse({ coverage })) return null
  const { days, share } = words[period]
  if (found?.first && found.days < found.ofDays) {
    return say(days, {
      day: formatDay(found.first, zone),
      days: formatCount(found.days),
      ofDays: formatCount(found.ofDays),
    })
  }
  return say(share, { percent: formatPercent(coverage) })
}
