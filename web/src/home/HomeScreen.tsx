import type { Permissions } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Locale, useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import {
  IconArrowRight,
  IconCalendarTime,
  IconLayoutDashboard,
  IconSettings,
} from '../icons/icons.ts'
import { useClient } from '../session/chosenClient.ts'
import { type HomeTile, homeTiles } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import { useShownZone } from '../time/zone.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './HomeScreen.module.css'
import { DashboardPicture, DaySummaryPicture, PanelPicture } from './tilePictures.tsx'

/** Only staff choose; the list to choose from weighs more than the page itself. */
const ClientPicker = lazy(() =>
  import('../clients/ClientPicker.tsx').then(({ ClientPicker }) => ({ default: ClientPicker })),
)

const tiles = {
  dashboard: {
    to: '/admin/dashboard',
    title: 'dashboard',
    text: 'dashboardText',
    Picture: DashboardPicture,
    Icon: IconLayoutDashboard,
  },
  daySummary: {
    to: '/admin/day-summary',
    title: 'daySummary',
    text: 'daySummaryText',
    Picture: DaySummaryPicture,
    Icon: IconCalendarTime,
  },
  panel: {
    to: '/admin/panel',
    title: 'panel',
    text: 'panelText',
    Picture: PanelPicture,
    Icon: IconSettings,
  },
} as const satisfies Record<HomeTile, object>

const order: readonly HomeTile[] = ['dashboard', 'daySummary', 'panel']

/** Where one may go; for staff who have not chosen a client yet, the choice. */
export function HomeScreen() {
  const session = usePerson()
  const zone = useShownZone()
  const client = useClient(session)
  const say = useTexts('home')
  const locale = useLocale()
  usePageTitle(client?.name ?? say('pageTitle'))
  if (!client && session.permissions.chooseClient) {
    return (
      <Suspense fallback={<LoadingWord turning />}>
        <ClientPicker />
      </Suspense>
    )
  }

  const shown = homeTiles(session.permissions, client?.subscriptionLabel ?? null)
  return (
    <section className={styles.home}>
      <div className={styles.hero}>
        <h1>{say(greeting(new Date()), { name: session.firstName })}</h1>
        <p>{[client?.name, longDay(new Date(), zone, locale)].filter(Boolean).join(', ')}</p>
      </div>
      <div className={styles.tiles}>
        {order
          .filter((tile) => shown.includes(tile))
          .map((tile) => {
            const { to, title, Picture, Icon } = tiles[tile]
            const text = tile === 'panel' ? panelText(session.permissions) : tiles[tile].text
            return (
              <Link key={tile} to={to} className={`panel ${styles.tile}`}>
                <div className={styles.picture}>
                  <Picture />
                </div>
                <div className={styles.words}>
                  <h2>
                    <Icon size={20} />
                    {say(title)}
                    <IconArrowRight size={18} />
                  </h2>
                  <p>{say(text)}</p>
                </div>
              </Link>
            )
          })}
      </div>
    </section>
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
