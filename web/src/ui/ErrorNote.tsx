import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './ErrorNote.module.css'

/** What went wrong, in red, above the form that it belongs to. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.note}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
