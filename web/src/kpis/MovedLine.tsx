import { formatPercent } from '../i18n/formatNumber.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendarTime } from '../icons/icons.ts'
import styles from './MovedLine.module.css'
import { type Moved, movedSentence } from './movedSentence.ts'

/** The line under a figure that a plan, a person or a unit mode moved (D75). */
export function MovedLine({
  moved,
  className = styles.moved,
  write = formatPercent,
}: {
  moved: Moved
  className?: string | undefined
  write?: (value: number | null) => string
}) {
  const say = useTexts('metrics')
  const locale = useLocale()
  // No figure before and after: there was nothing to move.
  if (moved.before === null && moved.after === null) return null
  return (
    <p className={className}>
      <IconCalendarTime size={16} stroke={1.75} aria-hidden="true" />
      <span>{movedSentence(moved, { say, locale, write })}</span>
    </p>
  )
}
