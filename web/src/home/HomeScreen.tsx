import type { Permissions } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AttentionAlerts } from '../alerts/soonAlerts.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { needTexts } from '../i18n/language.ts'
import { type Locale, useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import {
  IconArrowRight,
  IconCalendarTime,
  IconLayoutDashboard,
  IconSettings,
} from '../icons/icons.ts'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { type HomeTile, homeTiles } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import { useShownZone } from '../time/zone.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { ComingShift } from './ComingShift.tsx'
import styles from './HomeScreen.module.css'

/** Only staff choose; the list to choose from weighs more than the page itself. */
const ClientPicker = lazy(() =>
  import('../clients/ClientPicker.tsx').then(({ ClientPicker }) => ({ default: ClientPicker })),
)

/** What a shift is shown with. The greeting and the ways to the pages do not wait for it. */
const shiftParts = () =>
  Promise.all([
    import('./HomeShift.tsx'),
    needTexts('further', 'stopBook', 'shift', 'shiftPage', 'shiftProgress', 'compare'),
  ])
const HomeShift = lazy(async () => ({ default: (await shiftParts())[0].HomeShift }))
const TileNumber = lazy(async () => ({ default: (await shiftParts())[0].TileNumber }))

const tiles = {
  dashboard: {
    to: '/admin/dashboard',
    title: 'dashboard',
    text: 'dashboardText',
    Icon: IconLayoutDashboard,
  },
  daySummary: {
    to: '/admin/day-summary',
    title: 'daySummary',
    text: 'daySummaryText',
    Icon: IconCalendarTime,
  },
  panel: {
    to: '/admin/panel',
    title: 'panel',
    text: 'panelText',
    Icon: IconSettings,
  },
} as const satisfies Record<HomeTile, object>

const order: readonly HomeTile[] = ['dashboard', 'daySummary', 'panel']

/** How the shift goes, and where one may go; for staff who have not chosen a client yet, the choice. */
export function HomeScreen() {
  const session = usePerson()
  const client = useClient(session)
  const say = useTexts('home')
  usePageTitle(client?.name ?? say('pageTitle'))
  if (useClientInAddress()) return <LoadingWord turning />
  if (!client && session.permissions.chooseClient) {
    return (
      <Suspense fallback={<LoadingWord turning />}>
        <ClientPicker />
      </Suspense>
    )
  }
  if (client) return <HomeOf key={client.id} client={client} />
  return (
    <div className={styles.home}>
      <Greeting />
      <Tiles />
    </div>
  )
}

function HomeOf({ client }: { client: ChosenClient }) {
  return (
    <div className={styles.home}>
      <Greeting client={client} />
      <div className={styles.shift}>
        <Suspense fallback={<ComingShift />}>
          <HomeShift client={client} />
        </Suspense>
      </div>
      <Tiles client={client} />
    </div>
  )
}

/** Small: what matters stands below it. */
function Greeting({ client }: { client?: ChosenClient }) {
  const say = useTexts('home')
  const { firstName } = usePerson()
  const zone = useShownZone()
  const locale = useLocale()
  return (
    <div className={styles.hero}>
      <h1>{say(greeting(new Date()), { name: firstName })}</h1>
      {client && (
        <Suspense fallback={null}>
          <AttentionAlerts clientId={client.id} />
        </Suspense>
      )}
      <p>{[client?.name, longDay(new Date(), zone, locale)].filter(Boolean).join(', ')}</p>
    </div>
  )
}

function Tiles({ client }: { client?: ChosenClient }) {
  const say = useTexts('home')
  const { permissions } = usePerson()
  const shown = homeTiles(permissions, client?.subscriptionLabel ?? null)
  return (
    <div className={styles.tiles}>
      {order
        .filter((tile) => shown.includes(tile))
        .map((tile) => {
          const { to, title, Icon } = tiles[tile]
          const text = tile === 'panel' ? panelText(permissions) : tiles[tile].text
          return (
            <Link key={tile} to={to} className={`panel ${styles.tile}`}>
              <h2>
                <Icon size={20} />
                {say(title)}
                <IconArrowRight size={18} />
              </h2>
              <p>{say(text)}</p>
              <b className={styles.number}>
                {client && (
                  <Suspense fallback={null}>
                    <TileNumber tile={tile} client={client} />
                  </Suspense>
                )}
              </b>
            </Link>
          )
        })}
    </div>
  )
}

/** The panel holds what this person may change there. */
function panelText({ manageInstallation, nameLines, editProducts }: Permissions) {
  if (manageInstallation) return 'panelText'
  return nameLines && editProducts ? 'panelTextOwn' : 'panelTextUsers'
}

function greeting(now: Date) {
  const hour = now.getHours()
  if (hour < 5) return 'goodNight'
  if (hour < 12) return 'goodMorning'
  return hour < 18 ? 'goodAfternoon' : 'goodEvening'
}

const weekday = { weekday: 'long' } as const
const date = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** `Saturday 21 November 2026`, `Samstag, 21. November 2026`: a day in words, on the calendar of a zone. */
export function longDay(at: Date, timeZone: string, locale: Locale): string {
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at)
  // Engines differ about the comma of English; ours has none.
  return locale === 'en-GB' ? `${said(weekday)} ${said(date)}` : said({ ...weekday, ...date })
}
