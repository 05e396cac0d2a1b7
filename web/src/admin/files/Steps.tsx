import { useTexts } from '../../i18n/useTexts.ts'
import styles from './RecordFiles.module.css'

const steps = ['stepFile', 'stepColumns', 'stepCheck', 'stepImport'] as const

/** Where a file is on its way. */
export function Steps({ now }: { now: (typeof steps)[number] }) {
  const say = useTexts('recordFiles')
  return (
    <ol className={styles.steps} aria-label={say('steps')}>
      {steps.map((step) => (
        <li key={step} {...(step === now && { 'aria-current': 'step' })}>
          {say(step)}
        </li>
      ))}
    </ol>
  )
}
