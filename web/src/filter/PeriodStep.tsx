import { isAhead, neighbourWindow } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import { filterFault, type ProductionFilter } from './filter.ts'
import { windowText } from './filterText.ts'
import styles from './PeriodStep.module.css'

/** An arrow to the period before or after the current one; periods in the future cannot be reached. */
export function PeriodStep({
  direction,
  filter,
  apply,
}: {
  direction: -1 | 1
  filter: ProductionFilter
  apply: (filter: ProductionFilter) => void
}) {
  const say = useTexts('filters')
  const { factory } = usePageTimes()
  const next =
    filterFault(filter) === null
      ? {
          ...filter,
          ...neighbourWindow(filter, direction, factory ?? undefined),
          preset: undefined,
        }
      : null
  const ahead = next === null || (direction === 1 && isAhead(next, new Date(serverNow())))
  const Icon = direction === 1 ? IconChevronRight : IconChevronLeft
  return (
    <button
      type="button"
      className={styles.step}
      data-side={direction === 1 ? 'after' : 'before'}
      aria-label={say(direction === 1 ? 'nextPeriod' : 'previousPeriod')}
      title={next && !ahead ? windowText(next) : undefined}
      // Not `disabled`: a keyboard user would lose the focus at the last period.
      aria-disabled={ahead}
      onClick={() => next && !ahead && apply(next)}
    >
      <Icon size={18} />
    </button>
  )
}
