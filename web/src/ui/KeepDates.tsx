import { Fragment, type ReactNode } from 'react'
import styles from './KeepDates.module.css'

/** `29-11-2026` or `29-11`, with the time of day behind it where there is one. */
const dates = /\d\d-\d\d(?:-\d{4})?(?: \d\d:\d\d(?::\d\d)?)?/g

/**
 * A text whose dates stay on one line: a browser would break them at their hyphens. Anything but a text is shown as it is, so that a
 * part may be given whatever it shows.
 */
export function KeepDates({ children }: { children: ReactNode }): ReactNode {
  if (typeof children !== 'string') return children
  const found = [...children.matchAll(dates)]
  if (found.length === 0) return children
  const ends = found.map(({ index, 0: { length } }) => index + length)
  return (
    <>
      {found.map(({ index, 0: date }, at) => (
        <Fragment key={index}>
          {children.slice(ends[at - 1] ?? 0, index)}
          <span className={styles.date}>{date}</span>
        </Fragment>
      ))}
      {children.slice(ends.at(-1))}
    </>
  )
}
