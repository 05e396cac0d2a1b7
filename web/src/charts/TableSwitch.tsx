import { IconTable } from '@tabler/icons-react'
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
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={`Show ${name} as table`}
      aria-pressed={on}
      title={on ? 'Show as chart' : 'Show as table'}
      onClick={() => change(!on)}
    >
      <IconTable size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
