import { useTexts } from '../../i18n/useTexts.ts'
import styles from './DictionaryFinding.module.css'

/** Stands at a machine whose figures are provisional. */
export function ProvisionalMark() {
  const say = useTexts('doctor')
  return (
    <span className={styles.mark} title={say('provisionalWhy')}>
      {say('provisional')}
    </span>
  )
}
