import { memo } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconTable } from '../icons/icons.ts'
import styles from './TableSwitch.module.css'

/** Beside a chart's title: shows its figures as a table in place of the drawing, and back. */
export const TableSwitch = memo(function TableSwitch({
  name,
  on,
  change,
}: {
  /** The title of the chart, because a screen reader does not show which chart the button stands beside. */
  name: string
  on: boolean
  change: (on: boolean) => void
}) {
  const say = useTexts('charts')
  const called = say('nameAsTable', { name })
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={called}
      aria-pressed={on}
      title={on ? say('showAsChart') : called}
      onClick={() => change(!on)}
    >
      <IconTable size={18} />
    </button>
  )
})
