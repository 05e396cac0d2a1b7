import { type ReactNode, useId } from 'react'
import { KeepDates } from './KeepDates.tsx'
import styles from './Panel.module.css'

/** A titled part of a page; its actions are at the right of its title. */
export function Panel({
  title,
  help,
  sub,
  actions,
  level = 2,
  id: anchor,
  className = '',
  children,
}: {
  title: string
  /** Beside the title: what it means. */
  help?: ReactNode
  /** Unit, bucket or scope of what is shown. */
  sub?: ReactNode
  actions?: ReactNode
  /** 3 inside a modal or another panel. */
  level?: 2 | 3
  /** So that a link can lead here. */
  id?: string
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section id={anchor} className={`panel ${styles.panel} ${className}`} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.title}>
            <Heading id={id}>
              <KeepDates>{title}</KeepDates>
            </Heading>
            {help}
          </div>
          {sub && (
            <span className={styles.sub}>
              <KeepDates>{sub}</KeepDates>
            </span>
          )}
        </div>
        {actions && (
          <div className={styles.actions} data-screen-only>
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}
