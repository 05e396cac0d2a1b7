import { TextInput } from '@mantine/core'
import { timeStepSeconds } from '@packboard/model'
import { IconClock } from '../icons/icons.ts'
import styles from './TimeField.module.css'

/** A time of day in steps of five minutes; one between the steps, as of a preset, is kept. */
export function TimeField({
  label,
  value,
  change,
  leave,
  error = false,
}: {
  label: string
  value: string
  change: (time: string) => void
  /** The field lost the focus. */
  leave?: () => void
  error?: boolean
}) {
  return (
    <div className={styles.field} data-shown={value}>
      <TextInput
        type="time"
        step={timeStepSeconds}
        aria-label={label}
        value={value}
        error={error}
        leftSection={<IconClock size={16} />}
        onChange={(event) => change(event.currentTarget.value)}
        {...(leave && { onBlur: leave })}
      />
    </div>
  )
}
