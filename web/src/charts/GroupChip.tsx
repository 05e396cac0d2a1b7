import { alarmGroupLook } from './alarmGroupLook.ts'
import styles from './GroupChip.module.css'

/** The two letters of an alarm group on its colour; its name always stands beside it. */
export function GroupChip({ group }: { group: string }) {
  const { colour, code } = alarmGroupLook(group)
  return (
    <span className={styles.chip} style={{ background: colour }} aria-hidden="true" data-chart-key>
      {code}
    </span>
  )
}
