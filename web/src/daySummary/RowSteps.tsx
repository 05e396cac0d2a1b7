import { IconButton } from '../crud/IconButton.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import styles from './DayDetailsModal.module.css'

/** Which row of how many is open, and the way to the rows beside it. */
export function RowSteps({
  index,
  count,
  go,
}: {
  index: number
  count: number
  go: (index: number) => void
}) {
  const say = useTexts('daySummary')
  return (
    <div className={styles.steps}>
      <IconButton
        label={say('previousRow')}
        icon={IconChevronLeft}
        off={index === 0}
        onClick={() => go(index - 1)}
      />
      <span role="status" className="digits">
        {say('rowOf', { index: formatCount(index + 1), count: formatCount(count) })}
      </span>
      <IconButton
        label={say('nextRow')}
        icon={IconChevronRight}
        off={index === count - 1}
        onClick={() => go(index + 1)}
      />
    </div>
  )
}
