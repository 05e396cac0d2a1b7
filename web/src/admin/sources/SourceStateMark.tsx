import type { SourceState } from '@packboard/model'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './DataSources.module.css'
import { sourceStateWord } from './sourceTexts.ts'

/** The state of a source; its shape says it as well as its colour. */
export function SourceStateMark({ state }: { state: SourceState }) {
  const say = useTexts('sources')
  return (
    <span className={styles.state} data-state={state}>
      <i aria-hidden="true" />
      {sourceStateWord(say, state)}
    </span>
  )
}
