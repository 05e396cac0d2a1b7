import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ClientSwitch } from '../clients/ClientSwitch.tsx'
import { useSwitchClient } from '../clients/useSwitchClient.ts'
import { periodOf, usualTimeline } from '../filter/filterSearch.ts'
import { needTexts } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import {
  IconBookmark,
  IconBuildingFactory2,
  IconChevronDown,
  IconHelpCircle,
  IconLayoutGrid,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconX,
} from '../icons/icons.ts'
import { type ChosenClient, chooseClient, useClient } from '../session/chosenClient.ts'
import { seesDaySummary } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import { Flyout } from '../ui/Flyout.tsx'
import { Brand } from './Brand.tsx'
import { openHelp, openPalette, openSavedViews } from './overlaysOpen.ts'
import styles from './TopBar.module.css'
import { useSignOut } from './useSignOut.ts'

/** With the open alerts and their texts: it comes after the page. */
const Bell = lazy(async () => {
  const [{ Bell }] = await Promise.all([import('../alerts/Bell.tsx'), needTexts('alerts')])
  return { default: Bell }
})

/** Whose data this is, where one may go, who one is, the way back and the way out. */
export function TopBar() {
  const say = useTexts('shell')
  const backToMain = useTexts('ui')('backToMain')
  const person = usePerson()
  const client = useClient(person)
  const navigate = useNavigate()
  const switchTo = useSwitchClient()
  const signOut = useSignOut()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [openOn, setOpenOn] = useState<string | null>(null)
  // A menu that was opened on one page is closed on the next.
  const open = openOn === pathname
  useEscape(open, () => setOpenOn(null))

  const atHome = pathname === '/admin/index'
  const back = () => {
    chooseClient(null)
    setOpenOn(null)
    void navigate({ to: '/admin/index' })
  }
  return (
    <header className={styles.bar}>
      <Link to="/admin/index" className={styles.brand} aria-label={say('home')}>
        <Brand />
      </Link>
      {client?.name && (
        <>
          <span className={styles.rule} />
          {person.permissions.chooseClient ? (
            <ClientSwitch client={client} change={switchTo} />
          ) : (
            <span className={styles.client} title={client.name}>
              <IconBuildingFactory2 size={18} />
              <span>{client.name}</span>
            </span>
          )}
        </>
      )}
      <button
        type="button"
        className={`${styles.icon} ${styles.search}`}
        aria-label={say('search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={say('search')}
        onClick={() => openPalette()}
      >
        <IconSearch size={20} />
      </button>
      {client && (
        <Suspense fallback={<span className={`${styles.icon} ${styles.coming}`} />}>
          <Bell key={`${client.id} ${pathname}`} clientId={client.id} openerClass={styles.icon} />
        </Suspense>
      )}
      <button
        type="button"
        className={`${styles.icon} ${styles.menuButton}`}
        aria-label={say('menu')}
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpenOn(open ? null : pathname)}
      >
        {open ? <IconX size={24} /> : <IconMenu2 size={24} />}
      </button>
      <div id="menu" className={styles.menu} data-open={open}>
        {client && !atHome && <Navigation client={client} pathname={pathname} />}
        <div className={styles.account}>
          <Link
            to="/admin/account"
            className={styles.user}
            title={say('myAccount')}
            aria-label={say('myAccountOf', { name: person.firstName })}
          >
            <span className={styles.initial} aria-hidden="true">
              {person.firstName.slice(0, 1).toUpperCase()}
            </span>
            <span className={styles.firstName}>{person.firstName}</span>
          </Link>
          <span className={styles.rule} />
          {client && (
            <BarButton
              label={say('views')}
              icon={IconBookmark}
              className={styles.views}
              opens="dialog"
              onClick={() => openSavedViews()}
            />
          )}
          <BarButton
            label={say('help')}
            icon={IconHelpCircle}
            opens="dialog"
            onClick={() => openHelp()}
          />
          <BarButton label={backToMain} icon={IconLayoutGrid} onClick={back} />
          <BarButton label={say('logout')} icon={IconLogout} onClick={signOut} />
        </div>
      </div>
    </header>
  )
}

/** A picture that does something; in the menu of a phone its word stands beside it. */
function BarButton({
  label,
  icon: Icon,
  className = '',
  opens,
  onClick,
}: {
  label: string
  icon: typeof IconLogout
  className?: string | undefined
  opens?: 'dialog'
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={className ? `${styles.icon} ${className}` : styles.icon}
      aria-label={label}
      aria-haspopup={opens}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} />
      <span>{label}</span>
    </button>
  )
}

/** The pages that are reached by More. */
const further = ['/admin/day-summary', '/admin/wall', '/admin/operator']

function Navigation({ client, pathname }: { client: ChosenClient; pathname: string }) {
  const say = useTexts('shell')
  const { permissions } = usePerson()
  // A machine's own page belongs to the overview that it was reached from.
  const ofOverview = pathname.startsWith('/admin/productionData/')
  // A period that was chosen stays from page to page; without one each page has its own.
  const period = periodOf(useSearch({ strict: false }))
  const isUsual = pathname === '/admin/timeline' && period?.preset === usualTimeline.preset
  const carried = isUsual ? undefined : period
  return (
    <nav className={styles.navigation} aria-label={say('main')}>
      <Link to="/admin/dashboard" {...(ofOverview && { 'aria-current': 'true' as const })}>
        {say('overview')}
      </Link>
      <Link to="/admin/shift">{say('shift')}</Link>
      <Link
        to="/admin/timeline"
        search={carried ?? usualTimeline}
        activeOptions={{ includeSearch: false }}
      >
        {say('timeline')}
      </Link>
      <Link to="/admin/stops" search={carried ?? {}}>
        {say('stops')}
      </Link>
      <Link to="/admin/compare" search={carried ?? {}}>
        {say('compare')}
      </Link>
      {/* Closed again on the next page. */}
      <Flyout
        key={pathname}
        label={say('more')}
        opener={
          <>
            {say('more')}
            <IconChevronDown size={14} />
          </>
        }
        openerClass={styles.more}
        panelClass={styles.further}
        current={further.includes(pathname)}
      >
        {seesDaySummary(permissions, client.subscriptionLabel) && (
          <Link to="/admin/day-summary" search={carried ?? {}}>
            {say('daySummary')}
          </Link>
        )}
        <Link to="/admin/wall">{say('wall')}</Link>
        {permissions.labelStops && <Link to="/admin/operator">{say('operator')}</Link>}
      </Flyout>
      {permissions.openPanel && <Link to="/admin/panel">{say('panel')}</Link>}
    </nav>
  )
}

function useEscape(listening: boolean, leave: () => void) {
  useEffect(() => {
    if (!listening) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
