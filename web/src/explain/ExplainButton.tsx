import type { ExplainQuery } from '@packboard/contract'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconZoomQuestion } from '../icons/furtherIcons.ts'
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
  const [opened, setOpened] = useState(false)
  // Once opened it stays, so that it can close in its own time.
  const [wanted, setWanted] = useState(false)
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
          setWanted(true)
          setOpened(true)
        }}
      >
        <IconZoomQuestion size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <ExplainPanel {...{ name, question, opened }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
