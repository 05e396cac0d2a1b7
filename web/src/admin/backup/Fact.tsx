import type { ReactNode } from 'react'
import styles from './BackupView.module.css'

/** A name and what it is, in a list of facts. */
export function Fact({
  name,
  first = false,
  wide = false,
  children,
}: {
  name: string
  first?: boolean
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`${first ? styles.first : ''} ${wide ? styles.wide : ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
