import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck } from '../icons/icons.ts'
import { KeepDates } from './KeepDates.tsx'
import styles from './Message.module.css'

/** A whole page or part that has nothing to show: a picture, a title, a sentence on what to do, at most one button. */
export function Message({
  picture,
  title,
  level = 2,
  children,
  action,
}: {
  picture?: ReactNode
  title: string
  /** 1 when it is the page itself, 2 inside a page. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.message}>
      <div className={styles.words}>
        {picture}
        <Heading>{title}</Heading>
        {children && (
          <p>
            <KeepDates>{children}</KeepDates>
          </p>
        )}
        {action}
      </div>
    </section>
  )
}

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
      <Icon size={16} />
      <span>
        <KeepDates>{children}</KeepDates>
      </span>
    </div>
  )
}

/** What went wrong, in red, above the form that it belongs to. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.errorNoteNote}>
      <IconAlertTriangle size={16} />
      <span>
        <KeepDates>{children}</KeepDates>
      </span>
    </div>
  )
}
