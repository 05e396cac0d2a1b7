import type { ReactNode } from 'react'
import { TimesInField } from '../filter/TimesInField.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Spinner } from '../ui/Spinner.tsx'
import styles from './OverviewHead.module.css'
import { refreshMs } from './overviewFeed.ts'
import { StartTimeField } from './StartTimeField.tsx'
import type { useWindowStart } from './useWindowStart.ts'

export type Freshness = {
  readonly updatedAt: Date | null
  readonly refreshing: boolean
  /** The last request failed; the values are those of before. */
  readonly failed: boolean
  readonly stale: boolean
}

/** Before the first answer. */
export const nothingHeard: Freshness = {
  updatedAt: null,
  refreshing: true,
  failed: false,
  stale: false,
}

/** Title, summary, start time and the time of the last update. */
export function OverviewHead({
  start,
  freshness,
  retry,
  children,
}: {
  start: ReturnType<typeof useWindowStart>
  freshness: Freshness
  retry?: (() => void) | undefined
  /** The summary of the machines' states. */
  children?: ReactNode
}) {
  const say = useTexts('overview')
  return (
    <div className={styles.head}>
      <h1>{say('title')}</h1>
      {children && (
        <div className={styles.summary} data-stale={freshness.stale}>
          {children}
        </div>
      )}
      <div className={styles.side}>
        <div className={styles.clock}>
          <TimesInField zone={useShownZone()} beside />
          <StartTimeField {...start} />
        </div>
        <Updated freshness={freshness} retry={retry} />
      </div>
    </div>
  )
}

/**
 * Fills with every second until the next refresh. It is not an animation: that would draw the page anew sixty times a
 * second all day long.
 */
function Countdown({ updatedAt, refreshing }: Pick<Freshness, 'updatedAt' | 'refreshing'>) {
  const seconds = useNow((now) =>
    updatedAt ? Math.max(0, Math.round((now - updatedAt.getTime()) / 1_000)) : 0,
  )
  return <Spinner turning={refreshing} filled={Math.min(1, (seconds * 1_000) / refreshMs)} />
}

function Updated({
  freshness: { updatedAt, refreshing, failed, stale },
  retry,
}: {
  freshness: Freshness
  retry: (() => void) | undefined
}) {
  const say = useTexts('overview')
  const sayAll = useTexts('ui')
  return (
    <div className={styles.updated} data-stale={stale}>
      {failed && !refreshing ? (
        <button
          type="button"
          className={styles.failed}
          title={say('failedRetry')}
          aria-label={say('failedRetry')}
          onClick={retry}
        >
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        <Countdown {...{ updatedAt, refreshing }} />
      )}
      <div>
        <span>{say('lastUpdated')}</span>
        <b data-known={updatedAt !== null}>
          {updatedAt ? <DateTime at={updatedAt} /> : refreshing ? sayAll('loading') : '–'}
        </b>
      </div>
    </div>
  )
}
