import { useNavigate, useRouterState } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { needTexts } from '../../i18n/language.ts'
import { listeners } from '../../listeners.ts'
import { useClient } from '../../session/chosenClient.ts'
import { usePerson } from '../../session/useSession.ts'
import { openHelp, useHelpIsOpen } from '../overlaysOpen.ts'
import { useProvider } from '../provider.ts'
import {
  isForUs,
  listenForShortcuts,
  type Shortcut,
  type ShortcutPage,
  shortcutsAreOn,
  shortcutsOf,
} from './shortcuts.ts'

const HelpSheet = lazy(async () => {
  const [{ HelpSheet }] = await Promise.all([import('./HelpSheet.tsx'), needTexts('help')])
  return { default: HelpSheet }
})
const Tour = lazy(async () => {
  const [{ Tour }] = await Promise.all([import('./Tour.tsx'), needTexts('help')])
  return { default: Tour }
})

/** The help of every page of a signed-in user: keys, the sheet that explains, and the tour. */
export function Help() {
  const person = usePerson()
  const client = useClient(person)
  const opened = useHelpIsOpen()
  // Once opened it stays mounted, so that its closing is animated.
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  const shortcuts = useMemo(
    () => shortcutsOf(person.permissions, client?.subscriptionLabel ?? person.subscriptionLabel),
    [person, client],
  )
  useShortcuts(shortcuts, openHelp)
  useEffect(() => () => openHelp(false), [])
  const navigate = useNavigate()
  const startTour = () => {
    openHelp(false)
    askForTour()
    void navigate({ to: '/admin/dashboard' })
  }
  return (
    <>
      {wanted && (
        <Suspense fallback={null}>
          <HelpSheet {...{ opened, shortcuts, startTour }} onClose={() => openHelp(false)} />
        </Suspense>
      )}
      <TourOfTheDemo />
    </>
  )
}

/** In the demo the tour is shown once to each user; elsewhere only on request. */
function TourOfTheDemo() {
  const { demo } = useProvider()
  const tour = useTour()
  const atOverview = useRouterState({
    select: ({ location }) => location.pathname === '/admin/dashboard',
  })
  const isDue = atOverview && (tour === 'requested' || (tour === 'first' && demo))
  const hasCards = useAppears('main article[data-band]', isDue)
  const end = useCallback(() => endTour(), [])
  if (!isDue || !hasCards) return null
  return (
    <Suspense fallback={null}>
      <Tour end={end} />
    </Suspense>
  )
}

/** Is there such a part on the page? Checked until there is. */
function useAppears(selector: string, looking: boolean): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!looking || found) return
    const look = () => setFound(document.querySelector(selector) !== null)
    look()
    const timer = setInterval(look, 300)
    return () => clearInterval(timer)
  }, [selector, looking, found])
  return found
}

const addresses = {
  home: '/admin/index',
  overview: '/admin/dashboard',
  shift: '/admin/shift',
  timeline: '/admin/timeline',
  stops: '/admin/stops',
  compare: '/admin/compare',
  daySummary: '/admin/day-summary',
  wall: '/admin/wall',
  operator: '/admin/operator',
  panel: '/admin/panel',
} as const satisfies Record<ShortcutPage, string>

/** Where a page is searched or filtered, in the order of preference. */
const places = [
  'main input[type="search"]',
  'main [data-filters] :is(button, input)',
  'main button[aria-haspopup="dialog"]',
  'main input',
]

/** Puts the focus on the search or the filters of the page; returns whether there are any. */
function findOnPage(): boolean {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place)
    if (!found) continue
    found.focus()
    found.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}

/** The keys that work on every page of a signed-in person. */
function useShortcuts(shortcuts: readonly Shortcut[], openHelp: () => void) {
  const navigate = useNavigate()
  const now = useRef({ shortcuts, openHelp })
  now.current = { shortcuts, openHelp }
  useEffect(() => {
    const listen = listenForShortcuts(() => now.current.shortcuts)
    const onKey = (event: KeyboardEvent) => {
      if (!shortcutsAreOn() || !isForUs(event)) return
      const meant = listen(event.key, performance.now())
      if (!meant) return
      if (meant.does === 'help') now.current.openHelp()
      else if (meant.does === 'find') {
        if (!findOnPage()) return
      } else void navigate({ to: addresses[meant.does] })
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}

/** Set once the tour was seen, or beforehand by the journeys: the tour is then not shown. */
const key = 'packboard.tour'

let requested = false
const { watch, notify } = listeners()

export const tourIsSeen = () => localStorage.getItem(key) === 'seen'

/** Shows the tour now, also when it was seen before. */
function askForTour() {
  requested = true
  notify()
}

function endTour() {
  requested = false
  localStorage.setItem(key, 'seen')
  notify()
}

/** `requested` by the user, `first` for a user who has not seen it, or null. */
function useTour(): 'requested' | 'first' | null {
  return useSyncExternalStore(watch, () =>
    requested ? 'requested' : tourIsSeen() ? null : 'first',
  )
}
