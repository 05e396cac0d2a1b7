import type { ExplainQuery } from '@packboard/contract'
import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconZoomQuestion } from '../icons/furtherIcons.ts'
import { useOpening } from '../ui/useOpening.ts'
import styles from './ExplainButton.module.css'

const ExplainPanel = lazy(() =>
  import('./ExplainPanel.tsx').then(({ ExplainPanel }) => ({ default: ExplainPanel })),
)

/** How a figure came about: the panel that explains it, to be drawn where it is opened from, and how to open it. */
export function useExplain(name: string, question: ExplainQuery) {
  const opening = useOpening<true>()
  return {
    open: () => opening.open(true),
    panel: opening.about && (
      <Suspense fallback={null}>
        <ExplainPanel {...{ name, question }} {...opening.dialog} />
      </Suspense>
    ),
  }
}

/** Stands on a card and opens how its figure came about. */
export function ExplainButton({
  name,
  question,
}: {
  /** The figure as its card calls it: `Packs Produced`. */
  name: string
  question: ExplainQuery
}) {
  const say = useTexts('explain')
  const { open, panel } = useExplain(name, question)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={say('explainOf', { name })}
        aria-haspopup="dialog"
        title={say('explainOf', { name })}
        onClick={(event) => {
          // A card or row beneath has a click of its own.
          event.stopPropagation()
          open()
        }}
      >
        <IconZoomQuestion size={16} />
      </button>
      {panel}
    </>
  )
}
