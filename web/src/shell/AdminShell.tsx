import { formatClock, zoneLabel } from '@packboard/model'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { askBuild } from '../api/askBuild.ts'
import { serverContact, watchContact } from '../api/serverContact.ts'
import { useTimesOfPage } from '../filter/useTimesOfPage.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { useSession } from '../session/useSession.ts'
import { browserZone, PageTimesProvider } from '../time/zone.ts'
import { Toasts } from '../ui/Toasts.tsx'
import styles from './AdminShell.module.css'
import { Footer } from './Footer.tsx'
import { openPalette, paletteIsOpen } from './overlaysOpen.ts'
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

/** How often a lost server is looked for, in ms. */
const lookEveryMs = 10_000

/** The live pages have a banner of their own, which also shows from when their values are. */
const isLive = (pathname: string) => /^\/admin\/(dashboard|productionData|wall)\b/.test(pathname)

const bold = (inner: ReactNode) => <b>{inner}</b>

/** Over a page that is not live: the server cannot be reached, and since when. */
export function OfflineNotice() {
  const say = useTexts('shell')
  const { lost, answeredAt } = useSyncExternalStore(watchContact, serverContact)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (!lost) return
    const look = () => void askBuild()
    const timer = setInterval(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [lost])
  return (
    <div role="status">
      {lost && !isLive(pathname) && (
        <p className={styles.notice}>
          <IconCloudOff size={18} />
          <span>
            {answeredAt === null
              ? say('offline', { b: bold })
              : say('offlineSince', {
                  at: formatClock(new Date(answeredAt), browserZone),
                  b: bold,
                })}
          </span>
        </p>
      )}
    </div>
  )
}

/** Ctrl K or ⌘ K, without another key: with a key held it belongs to no text, so it also works in a field. */
const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** The key of the palette, for as long as a signed-in person's page is there. It comes with the page: the palette itself may still be loading. */
export function usePaletteKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensPalette(event) || event.defaultPrevented) return
      event.preventDefault()
      if (paletteIsOpen()) openPalette(false)
      // A form that is open is not left by a key; the palette itself may still be closing.
      else if (!document.querySelector('[aria-modal="true"]:not([data-palette])')) openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      openPalette(false)
    }
  }, [])
}
