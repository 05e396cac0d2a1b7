import { useTexts } from '../i18n/useTexts.ts'
import { IconRestore } from '../icons/furtherIcons.ts'
import { useNow } from '../time/useNow.ts'
import type { WaitingAnswer } from './answerQueue.ts'
import shared from './Shared.module.css'

/** So long an answer can be undone in its place, in ms. */
export const undoMs = 8_000

/** Undoes an answer. One that waits can be undone as long as it waits. */
export function UndoButton({
  answer,
  undo,
}: {
  answer: WaitingAnswer
  undo: (key: string) => void
}) {
  const say = useTexts('stopBook')
  const waits = !('labelId' in answer)
  // Drawn again by the second; the tap was on the clock of this device.
  const late = useNow(() => Date.now() - answer.tappedAt > undoMs)
  if (late && !waits) return null
  return (
    <button type="button" className={shared.small} onClick={() => undo(answer.key)}>
      <IconRestore size={22} stroke={1.75} aria-hidden="true" />
      {say('undo')}
    </button>
  )
}
