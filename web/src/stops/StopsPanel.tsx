import { useEffect, useId, useRef } from 'react'
import { windowDays } from '../filter/filterText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconX } from '../icons/icons.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import shared from './Shared.module.css'
import { StopDetail } from './StopDetail.tsx'
import styles from './StopsPanel.module.css'
import { StopTable } from './StopTable.tsx'
import { selectionName } from './stopNames.tsx'
import type { StopScope } from './stopQueries.ts'
import { everyStop } from './stopSearch.ts'
import type { StopSelecting } from './useStopSelection.ts'

/**
 * The stops behind what is selected, and beside them the one that is open. On a phone they are a page over the page: the
 * list, and the stop in its place.
 */
export function StopsPanel({
  scope,
  selecting,
  takesFocus,
}: {
  scope: StopScope
  selecting: StopSelecting
  /** It was opened by a press, and not by an address. */
  takesFocus: boolean
}) {
  const say = useTexts('stops')
  const narrow = useNarrow()
  const { selection, at, close } = selecting
  const shown = selection ?? everyStop
  const name = selectionName(shown)
  if (narrow) {
    return (
      <Dialog
        title={at ? say('title') : name}
        side={at ? undefined : say('title')}
        width={960}
        opened
        onClose={close}
      >
        {at ? (
          <div className={styles.sheet}>
            <StopDetail {...{ scope, selecting, at }} />
          </div>
        ) : (
          <StopTable {...{ scope, selecting }} selection={shown} />
        )}
      </Dialog>
    )
  }
  return <WideStops {...{ scope, selecting, takesFocus, name }} />
}

function WideStops({
  scope,
  selecting,
  takesFocus,
  name,
}: Parameters<typeof StopsPanel>[0] & { name: string }) {
  const say = useTexts('stops')
  const id = useId()
  const { selection, at, close, closeStop } = selecting
  const title = useRef<HTMLHeadingElement>(null)
  // What had the focus gets it back.
  const opener = useRef<Element | null>(null)
  const focuses = useRef(takesFocus)
  useEffect(() => {
    opener.current = document.activeElement
    if (!focuses.current) return
    title.current?.focus({ preventScroll: true })
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const leave = () => {
    close()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <section
      className={`panel ${styles.panel}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (at) closeStop()
        else leave()
      }}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 ref={title} id={id} tabIndex={-1}>
            {say('listOf', { name })}
          </h2>
          <span>
            {windowDays(scope.filter)}, {scope.filter.zone}
          </span>
        </div>
        <button
          type="button"
          className={shared.close}
          aria-label={say('closeList')}
          title={say('closeList')}
          onClick={leave}
          data-screen-only
        >
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.split} data-open={at !== null}>
        <StopTable {...{ scope, selecting }} selection={selection ?? everyStop} />
        {at && (
          <aside className={styles.aside} aria-label={say('openStop')}>
            <StopDetail {...{ scope, selecting, at }} />
          </aside>
        )}
      </div>
    </section>
  )
}
