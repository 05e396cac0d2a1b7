import { durationParts } from '@packboard/model'
import styles from './Duration.module.css'

/** `7h 53m 43s` with quiet units, so that the figures are read first. */
export function Duration({ seconds }: { seconds: number }) {
  const parts = durationParts(seconds)
  return (
    <span className={styles.duration}>
      {parts.hours}
      <u>h</u> {parts.minutes}
      <u>m</u> {parts.seconds}
      <u>s</u>
    </span>
  )
}
