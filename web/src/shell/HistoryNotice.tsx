import { useTexts } from '../i18n/useTexts.ts'
import { IconHistory } from '../icons/icons.ts'
import styles from './HistoryNotice.module.css'

/** Over every page of the demo, while its plant writes the past: the figures of these days are still growing. */
export function HistoryNotice({ share }: { share: number }) {
  const say = useTexts('shell')
  return (
    <p className={styles.notice}>
      <IconHistory size={18} />
      <span>{say('history', { percent: Math.floor(share * 100) })}</span>
    </p>
  )
}
