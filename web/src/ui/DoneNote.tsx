import type { ReactNode } from 'react'
import { IconCircleCheck } from '../icons/icons.ts'
import styles from './DoneNote.module.css'

/** The result of a form, in its place; or, under another picture, what has happened. */
export function DoneNote({
  icon: Icon = IconCircleCheck,
  children,
}: {
  icon?: typeof IconCircleCheck
  children: ReactNode
}) {
  return (
    <div role="alert" className={styles.note}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
