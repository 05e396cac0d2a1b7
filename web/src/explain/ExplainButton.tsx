import type { ExplainQuery } from '@packboard/contract'
import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconZoomQuestion } from '../icons/furtherIcons.ts'
import { useOpening } from '../ui/useOpening.ts'
import styles from './ExplainButton.module.css'

const ExplainPanel = lazy(() =>
  import('./ExplainPanel.tsx').then(({ ExplainPanel }) => ({ default: ExplainPanel })),
)

/** Stands on a card or a slice and opens how its figure came about. */
export function ExplainButton({
  name,
  question,
}: {
  /** The figure as its card calls it: `Packs Produced`. */
  name: string
  question: ExplainQuery
}) {
  const say = useTexts('explain')
  const opening = useOpening<true>()
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={say('explainOf', { name })}
        aria-haspopup="dialog"
        title={say('explainOf', { name })}
        onClick={(event) => {
          // A slice or row beneath has a click of its own.
          event.stopPropagation()
          opening.open(true)
        }}
      >
        <IconZoomQuestion size={16} />
      </button>
      {opening.about && (
        <Suspense fallback={null}>
          <ExplainPanel {...{ name, question }} {...opening.dialog} />
        </Suspense>
      )}
    </>
  )
}
