import { type HomeTile, homeTiles, picksClient } from '@packboard/model'
import {
  IconArrowRight,
  IconCalendarTime,
  IconLayoutDashboard,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClient } from '../clients/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { useShownZone } from '../ui/zone.ts'
import styles from './HomeScreen.module.css'
import { DashboardPicture, DaySummaryPicture, PanelPicture } from './tilePictures.tsx'

const tiles = {
  dashboard: {
    to: '/admin/dashboard',
    title: 'Dashboard',
    text: 'Live status, speed and packs for every machine.',
    Picture: DashboardPicture,
    Icon: IconLayoutDashboard,
  },
  daySummary: {
    to: '/admin/day-summary',
    title: 'Per Day Summary',
    text: 'Packs, run and idle time for each day and product.',
    Picture: DaySummaryPicture,
    Icon: IconCalendarTime,
  },
  panel: {
    to: '/admin/panel',
    title: 'Management Panel',
    text: 'Distributors, clients, machines and users.',
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
  usePageTitle(client?.name ?? 'Home')
  if (!client && picksClient(session.role)) return <ClientPicker />

  const shown = homeTiles(session.role, client?.subscriptionLabel ?? null)
  return (
    <section className={styles.home}>
      <div className={styles.hero}>
        <h1>
          {greeting(new Date())}, {session.firstName}
        </h1>
        <p>{[client?.name, today(new Date(), zone)].filter(Boolean).join(', ')}</p>
      </div>
      <div className={styles.tiles}>
        {order
          .filter((tile) => shown.includes(tile))
          .map((tile) => {
            const { to, title, text, Picture, Icon } = tiles[tile]
            return (
              <Link key={tile} to={to} className={`panel ${styles.tile}`}>
                <div className={styles.picture}>
                  <Picture />
                </div>
                <div className={styles.words}>
                  <h2>
                    <Icon size={20} stroke={1.75} aria-hidden="true" />
                    {title}
                    <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
                  </h2>
                  <p>{text}</p>
                </div>
              </Link>
            )
          })}
      </div>
    </section>
  )
}

function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** `Saturday 21 November 2026`, on the calendar of the shown zone. */
function today(now: Date, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(now)
  return `${part({ weekday: 'long' })} ${part({ day: 'numeric', month: 'long', year: 'numeric' })}`
}
