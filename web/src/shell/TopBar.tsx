import { signOut as signOutCall } from '@packboard/contract'
import { seesDaySummary, seesPanel } from '@packboard/model'
import { IconBuildingFactory2, IconLayoutGrid, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { chooseClient, useClient } from '../clients/chosenClient.ts'
import { endSession } from '../session/session.ts'
import { useSession } from '../session/useSession.ts'
import { Brand } from './Brand.tsx'
import styles from './TopBar.module.css'

/** Whose data this is, where one may go, who one is, the way back and the way out. */
export function TopBar() {
  const session = useSession()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  if (!session) return null

  const back = () => {
    chooseClient(null)
    setOpen(false)
    void navigate({ to: '/admin/index' })
  }
  const signOut = () => {
    call(signOutCall, {}).catch(() => {}) // without a network the session still ends here
    chooseClient(null)
    endSession()
    void navigate({ to: '/auth/login' })
  }
  return (
    <header className={styles.bar}>
      <Link to="/admin/index" className={styles.brand} aria-label="Packboard home">
        <Brand />
      </Link>
      <ClientName />
      <button
        type="button"
        className={`${styles.icon} ${styles.menuButton}`}
        aria-label="Menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </button>
      <div className={styles.menu} data-open={open}>
        <Navigation leave={() => setOpen(false)} />
        <span className={styles.user}>
          <span className={styles.initial} aria-hidden="true">
            {session.firstName.slice(0, 1).toUpperCase()}
          </span>
          {session.firstName}
        </span>
        <span className={styles.rule} />
        <button
          type="button"
          className={styles.icon}
          aria-label="Back to Main Page"
          title="Back to Main Page"
          onClick={back}
        >
          <IconLayoutGrid size={20} stroke={1.75} />
          <span>Back to Main Page</span>
        </button>
        <button
          type="button"
          className={styles.icon}
          aria-label="Logout"
          title="Logout"
          onClick={signOut}
        >
          <IconLogout size={20} stroke={1.75} />
          <span>Logout</span>
        </button>
      </div>
    </header>
  )
}

function ClientName() {
  const session = useSession()
  const client = useClient(session!)
  if (!client?.name) return null
  return (
    <>
      <span className={styles.rule} />
      <span className={styles.client}>
        <IconBuildingFactory2 size={18} stroke={1.75} aria-hidden="true" />
        <span>{client.name}</span>
      </span>
    </>
  )
}

/** Home is the choice itself; everywhere else the bar offers it. */
function Navigation({ leave }: { leave: () => void }) {
  const session = useSession()!
  const client = useClient(session)
  const home = useRouterState({ select: (state) => state.location.pathname === '/admin/index' })
  if (!client || home) return null
  return (
    <nav className={styles.navigation} aria-label="Main">
      <Link to="/admin/dashboard" onClick={leave}>
        Overview
      </Link>
      {seesDaySummary(session.role, client.subscriptionLabel) && (
        <Link to="/admin/day-summary" onClick={leave}>
          Per Day Summary
        </Link>
      )}
      {seesPanel(session.role) && (
        <Link to="/admin/panel" onClick={leave}>
          Management Panel
        </Link>
      )}
    </nav>
  )
}
