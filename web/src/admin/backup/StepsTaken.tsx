import type { TakenStep } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import styles from './BackupView.module.css'

/** The steps of the schema of a store: the newest at once, all of them on demand. */
export function StepsTaken({ steps }: { steps: readonly TakenStep[] }) {
  const say = useTexts('backup')
  const [newest] = steps
  if (!newest) return null
  return (
    <details className={styles.steps}>
      <summary>
        {say('stepsUpTo', { version: newest.version })} · <DateTime at={newest.takenAt} />
      </summary>
      <ol>
        {steps.map(({ version, name, takenAt }) => (
          <li key={version} value={version}>
            <span className="digits">{version}</span>
            {/* The name is that of the manual and of the log. */}
            <span lang="en">{name}</span>
            <DateTime at={takenAt} />
          </li>
        ))}
      </ol>
    </details>
  )
}
