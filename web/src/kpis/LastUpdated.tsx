import { noFigure } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import { FailedMark } from '../ui/Loadable.tsx'
import styles from './LastUpdated.module.css'

/** Figures of a running window that are older than this are marked as old. */
const staleAfterMs = 90_000

/** The instant of the figures of a page (D76); what is not known yet keeps its place. */
export function LastUpdated({
  at,
  runs,
  retry,
}: {
  at: Date | null
  /** The window reaches to now: its figures age. */
  runs: boolean
  /** The last refresh failed: these are the figures of before. */
  retry?: (() => unknown) | undefined
}) {
  const say = useTexts('metrics')
  const stale = useNow((now) => runs && at !== null && now - at.getTime() > staleAfterMs)
  return (
    <div className={styles.updated} data-stale={stale || retry !== undefined}>
      <span>{say('lastUpdated')}</span>
      <b>{at ? <DateTime at={at} /> : noFigure}</b>
      {retry && <FailedMark retry={retry} />}
    </div>
  )
}
