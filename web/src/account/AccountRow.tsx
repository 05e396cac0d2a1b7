import type { ReactNode } from 'react'
import { KeepDates } from '../ui/KeepDates.tsx'
import styles from './AccountRow.module.css'

/** A line of a panel: what it is, how it stands, and what can be done. */
export function AccountRow({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode
  title: ReactNode
  /** How it stands. */
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={styles.row}>
      {icon}
      <div className={styles.words}>
        <strong>{title}</strong>
        {children && (
          <span>
            <KeepDates>{children}</KeepDates>
          </span>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
