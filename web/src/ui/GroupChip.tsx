import { alarmGroupCode } from '@packboard/model'
import { alarmGroupColour } from '../charts/alarmGroupLook.ts'
import styles from './GroupChip.module.css'

/** The two letters of an alarm group on its colour; its name always stands beside it. */
export function GroupChip({ group }: { group: string }) {
  return (
    <span
      className={styles.chip}
      style={{ background: alarmGroupColour(group) }}
      aria-hidden="true"
    >
      {alarmGroupCode(group)}
    </span>
  )
}
