import type { ReactNode } from 'react'
import { IconAlertTriangle } from '../icons/icons.ts'
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
