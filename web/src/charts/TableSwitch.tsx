import { IconTable } from '@tabler/icons-react'
import { useTexts } from '../language/useTexts.ts'
import styles from './TableSwitch.module.css'

/** Beside a chart's title: its figures as a table in place of the drawing, and back. */
export function TableSwitch({
  name,
  on,
  change,
}: {
  /** The title of the chart, for whoever cannot see which one it stands beside. */
  name: string
  on: boolean
  change: (on: boolean) => void
}) {
  const say = useTexts('charts')
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={say('nameAsTable', { name })}
      aria-pressed={on}
      title={say(on ? 'showAsChart' : 'showAsTable')}
      onClick={() => change(!on)}
    >
      <IconTable size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
