import type { ReactNode } from 'react'
import styles from './Message.module.css'

/** A whole page or part that has nothing to show: a picture, a title, a sentence on what to do, at most one button. */
export function Message({
  picture,
  title,
  children,
  action,
}: {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <section className={styles.message}>
      {picture}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </section>
  )
}
