import { zoneLabel } from '@packboard/model'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTimesOfPage } from '../filter/useTimesOfPage.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useSession } from '../session/useSession.ts'
import { browserZone, PageTimesProvider } from '../time/zone.ts'
import { Toasts } from '../ui/Toasts.tsx'
import styles from './AdminShell.module.css'
import { Footer } from './Footer.tsx'
import { Notices } from './Notices.tsx'
import { openPalette, paletteIsOpen } from './overlaysOpen.ts'
import { TopBar } from './TopBar.tsx'

const Overlays = lazy(() => import('./Overlays.tsx'))
const PartLinks = lazy(() =>
  import('./PartLinks.tsx').then(({ PartLinks }) => ({ default: PartLinks })),
)

/** The frame of every page of a signed-in person. */
export function AdminShell() {
  // Signing out empties the page at once; the router follows.
  return useSession() ? <Frame /> : null
}

function Frame() {
  const say = useTexts('shell')
  const times = useTimesOfPage()
  usePaletteKey()
  return (
    <>
      <a className={styles.skip} href="#main">
        {say('skip')}
      </a>
      <Suspense fallback={null}>
        <PartLinks />
      </Suspense>
      <div className={styles.top} data-screen-only>
        <TopBar />
        <Notices zone={times?.zone ?? browserZone} />
      </div>
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
