import { account, ownSessions } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './AccountScreen.module.css'
import { CompanyIdentities, identitiesQuery } from './CompanyIdentities.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SignInPanel } from './SignInPanel.tsx'

const accountQuery = queryOptions({
  queryKey: ['account', 'own'],
  queryFn: ({ signal }) => call(account, {}, signal),
})

const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(ownSessions, {}, signal),
})

const parts = ['profile', 'signIn', 'companies', 'sessions', 'notifications'] as const

/** My account: who one is, what and which companies one signs in with, where one is signed in, and how one is informed. */
export function AccountScreen() {
  const say = useTexts('account')
  const sayCompany = useTexts('companySignIn')
  const sayNotifications = useTexts('notifications')
  usePageTitle(say('myAccount'))
  const person = useQuery(accountQuery)
  const sessions = useQuery(sessionsQuery)
  const companies = useQuery(identitiesQuery).data
  const hasCompanies =
    companies !== undefined && companies.identities.length + companies.providers.length > 0
  const here = useLocation({ select: ({ hash }) => hash || parts[0] })
  const shown = parts.filter((part) => part !== 'companies' || hasCompanies)
  return (
    <div className={styles.page}>
      <h1>{say('myAccount')}</h1>
      <div className={styles.columns}>
        <nav className={styles.rail} aria-label={say('myAccount')}>
          <ul>
            {shown.map((part) => (
              <li key={part}>
                <Link to="/admin/account" hash={part} data-current={part === here}>
                  {part === 'companies'
                    ? sayCompany(part)
                    : part === 'notifications'
                      ? sayNotifications(part)
                      : say(part)}
                  {part === 'sessions' && (
                    <span className="digits">{sessions.data?.sessions.length ?? ''}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Loadable query={person} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
          {(own) => (
            <div className={styles.parts}>
              <ProfilePanel account={own} />
              <SignInPanel account={own} />
              {hasCompanies && (
                <CompanyIdentities hasOther={own.hasPassword || own.factors.passkeys.length > 0} />
              )}
              <SessionsPanel query={sessions} />
              <NotificationsPanel />
            </div>
          )}
        </Loadable>
      </div>
    </div>
  )
}
