import type { ReactNode } from 'react'
import styles from './Loadable.module.css'

type Waiting<Data> = {
  readonly isPending: boolean
  readonly isError: boolean
  readonly data: Data | undefined
  readonly refetch: () => unknown
}

/**
 * Decides, once, between waiting, failed, nothing to show and the data. A failure reads as empty, as specified, and
 * carries a mark beside it, so that it cannot be taken for an idle factory (D31).
 */
export function Loadable<Data>({
  query,
  emptyText,
  isEmpty,
  waiting,
  children,
}: {
  query: Waiting<Data>
  emptyText: string
  isEmpty: (data: Data) => boolean
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined && !query.isError) {
    return isEmpty(query.data) ? <p className={styles.empty}>{emptyText}</p> : children(query.data)
  }
  if (query.isError) {
    return (
      <div className={styles.empty}>
        <p>{emptyText}</p>
        <FailedMark retry={() => query.refetch()} />
      </div>
    )
  }
  return waiting ?? <p role="status">Loading...</p>
}

/** The small mark of D31: this is empty because it could not be loaded. */
export function FailedMark({ retry }: { retry: () => void }) {
  return (
    <p role="alert" className={styles.failed}>
      Could not load.{' '}
      <button type="button" onClick={retry}>
        Retry
      </button>
    </p>
  )
}
