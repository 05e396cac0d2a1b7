import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './DoneNote.module.css'

/** What has been done, where the form was that asked for it. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.note}>
      <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
