import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconHelpCircle } from '../icons/icons.ts'
import styles from './ProgressLine.module.css'
import type { ShiftExplanation } from './ShiftTerms.tsx'

const ShiftTerms = lazy(async () => ({ default: (await import('./ShiftTerms.tsx')).ShiftTerms }))

/** Opens how due and forecast came about: from the same answer, so that both show the same numbers (D76). */
export function ExplainShift(explained: ShiftExplanation) {
  const say = useTexts('shiftProgress')
  const [held, hold] = useState<ShiftExplanation | null>(null)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.explain}
        aria-label={say('explain')}
        aria-haspopup="dialog"
        title={say('explain')}
        onClick={() => {
          // What is explained does not change while it is read.
          hold(explained)
          setOpened(true)
        }}
      >
        <IconHelpCircle size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {held && (
        <Suspense fallback={null}>
          <ShiftTerms explained={held} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
