import type { ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconRestore } from '../icons/furtherIcons.ts'
import { IconCircleCheck, IconCloudOff } from '../icons/icons.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import type { Reasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import styles from './AnsweredStop.module.css'
import type { Answered } from './answersOf.ts'
import shared from './Shared.module.css'
import type { Answers } from './useAnswers.ts'

/** What was answered, in the place of the question: for eight seconds it can be undone, later it can be changed. */
export function AnsweredStop({
  answered,
  reasons,
  answers,
  change,
  small = false,
  children,
}: {
  answered: Answered
  reasons: Reasons
  answers: Answers
  change: () => void
  /** In a list. */
  small?: boolean
  children?: ReactNode
}) {
  const say = useTexts('stopBook')
  const { reason, waits, own, at } = answered
  const undoable = useUndoable(answered)
  // As long as it can be undone it is this page's own answer; later it is said like any other one.
  const by = undoable ? null : answered.by
  return (
    <div className={styles.answered} data-small={small}>
      <div className={styles.answer} role="status">
        {waits ? <IconCloudOff size={32} /> : <IconCircleCheck size={32} />}
        <span>
          <b>
            <ReasonName {...{ reasons }} id={reason} />
          </b>
          <small>
            {waits ? say('waits') : !by ? say('stored') : say('setBy', { name: by })}
            {by && at && (
              <>
                {' '}
                <DateTime at={at} />
              </>
            )}
          </small>
        </span>
      </div>
      <div className={shared.acts}>
        {undoable && own && <UndoButton undo={() => answers.undo(own.key)} />}
        <button type="button" className={shared.small} onClick={change}>
          {say('change')}
        </button>
        {children}
      </div>
    </div>
  )
}

/** So long an answer can be undone in its place, in ms. */
const undoMs = 8_000

/** Whether an answer can be undone in its place: one that waits as long as it waits. */
function useUndoable({ own, waits }: Answered): boolean {
  // Drawn again by the second; the tap was on the clock of this device.
  const late = useNow(() => own !== null && Date.now() - own.tappedAt > undoMs)
  return own !== null && (waits || !late)
}

/** Undoes an answer. */
function UndoButton({ undo }: { undo: () => void }) {
  const say = useTexts('stopBook')
  return (
    <button type="button" className={shared.small} onClick={undo}>
      <IconRestore size={22} />
      {say('undo')}
    </button>
  )
}
