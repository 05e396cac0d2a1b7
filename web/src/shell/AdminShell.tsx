import { zoneLabel } from '@packboard/model'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTimesOfPage } from '../filter/useTimesOfPage.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useSession } from '../session/useSession.ts'
import { PageTimesProvider } from '../time/zone.ts'
import { Toasts } from '../ui/Toasts.tsx'
import styles from './AdminShell.module.css'
import { Footer } from './Footer.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { usePaletteKey } from './palette/usePaletteKey.ts'
import { useProvider } from './provider.ts'
import { TopBar } from './TopBar.tsx'

const Overlays = lazy(() => import('./Overlays.tsx'))
const PartLinks = lazy(() =>
  import('./PartLinks.tsx').then(({ PartLinks }) => ({ default: PartLinks })),
)
const HistoryNotice = lazy(() =>
  import('./HistoryNotice.tsx').then(({ HistoryNotice }) => ({ default: HistoryNotice })),
)

/** The frame of every page of a signed-in person. */
export function AdminShell() {
  // Signing out empties the page at once; the router follows.
  return useSession() ? <Frame /> : null
}

function Frame() {
  const say = useTexts('shell')
  const times = useTimesOfPage()
  const { history } = useProvider()
  usePaletteKey()
  return (
    <>
      <a className={styles.skip} href="#main">
        {say('skip')}
      </a>
      <Suspense fallback={null}>
        <PartLinks />
      </Suspense>
      <TopBar />
      <OfflineNotice />
      {history !== null && (
        <Suspense fallback={null}>
          <HistoryNotice share={history} />
        </Suspense>
      )}
      <main id="main" className={styles.main} tabIndex={-1}>
        {times && (
          <PageTimesProvider value={times}>
            <Outlet />
          </PageTimesProvider>
        )}
      </main>
      <Toasts />
      <Suspense fallback={null}>
        <Overlays times={times} />
      </Suspense>
      <Footer>
        {times &&
          say('timesIn', {
            zone: zoneLabel(times.zone, new Date()),
            shown: (inner) => <span className={styles.shown}>{inner}</span>,
          })}
      </Footer>
    </>
  )
}
