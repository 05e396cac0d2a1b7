import { lazy, Suspense } from 'react'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconHelpCircle } from '../icons/icons.ts'
import { useOpening } from '../ui/useOpening.ts'
import styles from './ProgressLine.module.css'
import type { ShiftExplanation } from './ShiftTerms.tsx'

/** How far the packs are, with a mark where they should be by now. */
export function ProgressBar({
  made,
  due,
  ofShift,
}: {
  made: number
  due: number
  ofShift: number
}) {
  const say = useTexts('shiftProgress')
  const share = (packs: number) => `${Math.min(100, (100 * packs) / ofShift)}%`
  const counts = { made: formatCount(made), due: formatCount(due), target: formatCount(ofShift) }
  return (
    <span className={styles.bar} role="img" aria-label={say('progress', counts)}>
      <i style={{ width: share(made) }} />
      <b style={{ left: share(due) }} />
    </span>
  )
}

/** Against what is due by now: filled where it is behind. */
export function AheadOrBehind({ made, due }: { made: number; due: number }) {
  const say = useTexts('shiftProgress')
  // Of the rounded figures beside it, so that they add up.
  const apart = Math.round(made) - Math.round(due)
  const count = formatCount(Math.abs(apart))
  return (
    <small className={styles.apart} data-behind={apart < 0}>
      <span aria-hidden="true">{apart < 0 ? '▼' : '△'}</span>{' '}
      {say(apart < 0 ? 'behind' : 'ahead', { count })}
    </small>
  )
}

const ShiftTerms = lazy(async () => ({ default: (await import('./ShiftTerms.tsx')).ShiftTerms }))

/** Opens how due and forecast came about: from the same answer, so that both show the same numbers (D76). */
export function ExplainShift(explained: ShiftExplanation) {
  const say = useTexts('shiftProgress')
  // What is explained does not change while it is read.
  const opening = useOpening<ShiftExplanation>()
  return (
    <>
      <button
        type="button"
        className={styles.explain}
        aria-label={say('explain')}
        aria-haspopup="dialog"
        title={say('explain')}
        onClick={() => opening.open(explained)}
      >
        <IconHelpCircle size={18} />
      </button>
      {opening.about && (
        <Suspense fallback={null}>
          <ShiftTerms explained={opening.about} {...opening.dialog} />
        </Suspense>
      )}
    </>
  )
}
