import { zoneLabel } from '@packboard/model'
import { Outlet } from '@tanstack/react-router'
import { useTimesOfPage } from '../clock/useTimesOfPage.ts'
import { Help } from '../help/Help.tsx'
import { useSession } from '../session/useSession.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { PageTimesProvider } from '../ui/zone.ts'
import styles from './AdminShell.module.css'
import { Footer } from './Footer.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of every page of a signed-in person. */
export function AdminShell() {
  // Signing out empties the page at once; the router follows.
  return useSession() ? <Frame /> : null
}

function Frame() {
  const times = useTimesOfPage()
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <TopBar />
      <OfflineNotice />
      <main id="main" className={styles.main} tabIndex={-1}>
        {times && (
          <PageTimesProvider value={times}>
            <Outlet />
          </PageTimesProvider>
        )}
      </main>
      <Toasts />
      <Help />
      <Footer>
        {times && (
          <>
            Times <span className={styles.shown}>shown </span>in {zoneLabel(times.zone, new Date())}
          </>
        )}
      </Footer>
    </>
  )
}
