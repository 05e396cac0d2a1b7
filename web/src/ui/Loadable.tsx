import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconCloudOff } from '../icons/icons.ts'
import styles from './Loadable.module.css'

/** What every part of a page knows of the data that it waits for; results of TanStack Query fit as they are. */
export type Waiting<Data> = {
  readonly isPending: boolean
  readonly isError: boolean
  readonly data: Data | undefined
  readonly refetch: () => unknown
  /** What is shown belongs to the previous filter, while the new one is requested. */
  readonly isPlaceholderData?: boolean
  /** The browser has no network; the request waits until it has. */
  readonly isPaused?: boolean
}

/**
 * Decides, once, between waiting, failed, nothing to show, the data, and data that are about to be replaced. A failure
 * reads as empty, as specified, and carries a mark beside it, so that it cannot be taken for an idle factory (D31).
 */
export function Loadable<Data>({
  query,
  emptyText: givenText,
  isEmpty,
  waiting,
  saysLoading = false,
  picture,
  hint,
  empty,
  children,
}: {
  query: Waiting<Data>
  /** `No Machines Found`, `Not Available`; `No Data Found` where nothing is said. */
  emptyText?: string | undefined
  isEmpty: (data: Data) => boolean
  /** Shown in the place of the data, in its size. */
  waiting?: ReactNode
  /** `Loading...` is visible under the skeleton, and not only read aloud. */
  saysLoading?: boolean
  /** Above the empty text of a chart or a table. */
  picture?: ReactNode
  /** One sentence on what to do when there is nothing to show. */
  hint?: ReactNode
  /** Replaces the empty text, for a page that has more to say; it gets the mark of a failure. */
  empty?: (mark: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}) {
  const say = useTexts('ui')
  const emptyText = givenText ?? say('noData')
  if (query.isError) {
    const mark = <FailedMark retry={() => query.refetch()} />
    return empty ? empty(mark) : <Empty {...{ emptyText, picture }}>{mark}</Empty>
  }
  if ((query.isPending || query.data === undefined) && query.isPaused) {
    return (
      <div className={styles.empty} role="status">
        <IconCloudOff size={24} stroke={1.5} />
        <b>{say('offline')}</b>
        <p>{say('offlineReason')}</p>
      </div>
    )
  }
  if (query.isPending || query.data === undefined) {
    return (
      <>
        {saysLoading && waiting}
        <LoadingWord
          className={saysLoading ? styles.loading : waiting ? 'spoken' : undefined}
          turning={saysLoading}
        />
        {!saysLoading && waiting}
      </>
    )
  }
  if (isEmpty(query.data)) {
    if (empty) return empty(null)
    return <Empty {...{ emptyText, picture }}>{hint && <p>{hint}</p>}</Empty>
  }
  const old = query.isPlaceholderData ?? false
  return (
    <div className={styles.data} data-old={old} aria-busy={old}>
      {children(query.data)}
    </div>
  )
}

function Empty({
  emptyText,
  picture,
  children,
}: {
  emptyText: string
  picture: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {picture}
      <b>{emptyText}</b>
      {children}
    </div>
  )
}

/** `Loading...` in the place of a part that is being loaded. */
export function LoadingWord({
  className,
  turning = false,
}: {
  className?: string | undefined
  turning?: boolean
}) {
  const say = useTexts('ui')
  const role = useOneVoice('loading') ? 'status' : undefined
  return (
    <p className={className} role={role}>
      {turning && <Spinner turning />}
      {say('loading')}
    </p>
  )
}

/** The small mark of D31: this is empty because it could not be loaded. */
export function FailedMark({ retry }: { retry: () => unknown }) {
  const say = useTexts('ui')
  const role = useOneVoice('failed') ? 'alert' : undefined
  return (
    <p role={role} className={styles.failed}>
      <IconAlertTriangle size={16} />
      {say('couldNotLoad')}
      <button type="button" onClick={() => retry()}>
        {say('retry')}
      </button>
    </p>
  )
}

/** Parts that come within this time of the first have the same reason. */
const sameMomentMs = 2_000

const announced = new Map<string, number>()

/**
 * Whether a part says its sentence aloud. Nine charts that wait or fail together are one piece of news: the first says
 * it, the others have it to be read where they are.
 */
function useOneVoice(sentence: 'loading' | 'failed'): boolean {
  const [announces, setAnnounces] = useState(false)
  useLayoutEffect(() => {
    const now = performance.now()
    if (now - (announced.get(sentence) ?? Number.NEGATIVE_INFINITY) < sameMomentMs) return
    announced.set(sentence, now)
    setAnnounces(true)
    return () => {
      if (announced.get(sentence) === now) announced.delete(sentence)
    }
  }, [sentence])
  return announces
}

const length = 2 * Math.PI * 8

/** A ring: turning while something is running; otherwise filled by `filled`, 0 to 1. */
export function Spinner({ turning, filled = 1 }: { turning: boolean; filled?: number }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={turning ? styles.turning : undefined}
    >
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--line-2)" strokeWidth="2" />
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="var(--text-2)"
        strokeWidth="2"
        strokeLinecap={filled > 0 ? 'round' : 'butt'}
        strokeDasharray={`${length * (turning ? 0.3 : filled)} ${length}`}
        transform="rotate(-90 10 10)"
      />
    </svg>
  )
}
