import { noFigure } from '@packboard/model'
import { lazy, Suspense } from 'react'
import type { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { needTexts } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import { FailedMark } from '../ui/Loadable.tsx'
import styles from './LastUpdated.module.css'

/** Figures of a running window that are older than this are marked as old. */
const staleAfterMs = 90_000

/** The instant of the figures of a page (D76); what is not known yet keeps its place. */
export function LastUpdated({
  figures: { asOf, late, query },
  filter,
}: {
  figures: Pick<ReturnType<typeof useFigures>, 'asOf' | 'late'> & {
    query: { refetch: () => unknown }
  }
  /** What the link of the page shows until there are figures. */
  filter: ProductionFilter
}) {
  const say = useTexts('metrics')
  const at = asOf ? new Date(asOf.at) : null
  // The window reaches to now: its figures age.
  const runs = asOf?.until !== undefined
  // The last refresh failed: these are the figures of before.
  const retry = late ? query.refetch : undefined
  const stale = useNow((now) => runs && at !== null && now - at.getTime() > staleAfterMs)
  return (
    <div className={styles.place}>
      <div className={styles.updated} data-stale={stale || retry !== undefined}>
        <span>{say('lastUpdated')}</span>
        <b>{at ? <DateTime at={at} /> : noFigure}</b>
        {retry && <FailedMark retry={retry} />}
      </div>
      <div className={styles.share} data-screen-only>
        <Suspense fallback={null}>
          <ShareLink filter={asOf?.filter ?? filter} />
        </Suspense>
      </div>
    </div>
  )
}

/** It comes after the figures of the page, with its texts. */
const ShareLink = lazy(async () => {
  const [{ ShareLink }] = await Promise.all([
    import('../shell/share/ShareLink.tsx'),
    needTexts('savedViews'),
  ])
  return { default: ShareLink }
})
