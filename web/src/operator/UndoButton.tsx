import { useTexts } from '../i18n/useTexts.ts'
import { IconRestore } from '../icons/furtherIcons.ts'
import { useNow } from '../time/useNow.ts'
import type { Answered } from './answersOf.ts'
import shared from './Shared.module.css'

/** So long an answer can be undone in its place, in ms. */
export const undoMs = 8_000

/** Whether an answer can be undone in its place: one that waits as long as it waits. */
export function useUndoable({ own, waits }: Answered): boolean {
  // Drawn again by the second; the tap was on the clock of this device.
  const late = useNow(() => own !== null && Date.now() - own.tappedAt > undoMs)
  return own !== null && (waits || !late)
}

/** Undoes an answer. */
export function UndoButton({ undo }: { undo: () => void }) {
  const say = useTexts('stopBook')
  return (
    <button type="button" className={shared.small} onClick={undo}>
      <IconRestore size={22} stroke={1.75} aria-hidden="true" />
      {say('undo')}
    </button>
  )
}
