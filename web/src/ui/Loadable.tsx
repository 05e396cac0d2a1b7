import { IconAlertTriangle } from '@tabler/icons-react'
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
  empty,
  children,
}: {
  query: Waiting<Data>
  /** `No Data Found`, `No Machines Found`, `Not Available`. */
  emptyText: string
  isEmpty: (data: Data) => boolean
  /** Stands in the place of what is to come, in its size. */
  waiting?: ReactNode
  /** Stands in the place of the empty text, for a page that has more to say; it gets the mark of a failure. */
  empty?: (mark: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.isError) {
    const mark = <FailedMark retry={() => query.refetch()} />
    if (empty) return empty(mark)
    return (
      <div className={styles.empty}>
        <p>{emptyText}</p>
        {mark}
      </div>
    )
  }
  if (query.isPending || query.data === undefined) {
    return waiting ?? <p role="status">Loading...</p>
  }
  if (!isEmpty(query.data)) return children(query.data)
  return empty ? empty(null) : <p className={styles.empty}>{emptyText}</p>
}

/** The small mark of D31: this is empty because it could not be loaded. */
export function FailedMark({ retry }: { retry: () => unknown }) {
  return (
    <p role="alert" className={styles.failed}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      Could not load.
      <button type="button" onClick={() => retry()}>
        Retry
      </button>
    </p>
  )
}
