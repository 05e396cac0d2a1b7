import { useTexts } from '../i18n/useTexts.ts'
import { IconPlayerStop } from '../icons/icons.ts'
import styles from './StopsOfButton.module.css'
import { selectionName } from './stopNames.tsx'
import { type StopSelection, sameSelection } from './stopSearch.ts'
import type { StopSelecting } from './useStopSelection.ts'

/** Beside a slice: its stops, listed and highlighted; the page keeps its filter. */
export function StopsOfButton({ selecting, of }: { selecting: StopSelecting; of: StopSelection }) {
  const say = useTexts('stops')
  const title = say('listOf', { name: selectionName(of) })
  return (
    <button
      type="button"
      className={styles.small}
      aria-label={title}
      title={title}
      aria-pressed={sameSelection(selecting.selection, of)}
      onClick={(event) => {
        event.stopPropagation()
        selecting.select(of)
      }}
    >
      <IconPlayerStop size={16} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
