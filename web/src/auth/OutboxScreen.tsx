import { Button } from '@mantine/core'
import { outbox, signOut } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { endSession } from '../session/session.ts'
import { useSession } from '../session/useSession.ts'
import { DateTime } from '../time/DateTime.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import account from './LoginScreen.module.css'
import { mailPieces } from './mailPieces.ts'
import styles from './Outbox.module.css'

/** E-mails of the demo arrive while the page is open: it reads them again after this time, in ms. */
const askEvery = 5000

/** The e-mails of a demo without a mail server, to be read and their links followed (D49). */
export function OutboxScreen() {
  const say = useTexts('auth')
  usePageTitle(say('outbox'))
  const session = useSession()
  const query = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => call(outbox, {}, signal),
    refetchInterval: askEvery,
  })
  return (
    <div className={styles.page} data-wide>
      <h1 className={account.title}>{say('outbox')}</h1>
      <p className={account.lead}>{say('outboxLead')}</p>
      {session && (
        <div className={styles.signedIn}>
          <p>{say('signedInAs', { name: session.username })}</p>
          <Button variant="default" size="xs" onClick={leave}>
            {say('logout')}
          </Button>
        </div>
      )}
      <Loadable
        query={query}
        emptyText={say('notAvailable')}
        hint={say('outboxHint')}
        isEmpty={({ mails }) => mails.length === 0}
      >
        {({ mails }) => (
          <ul className={styles.mails}>
            {mails.map(({ at, to, subject, text }) => (
              <li key={`${at.toISOString()} ${text}`}>
                <article>
                  <header>
                    <h2>{subject}</h2>
                    <p>
                      <span>{to}</span>
                      <DateTime at={at} />
                    </p>
                  </header>
                  <p className={styles.text}>
                    {mailPieces(text).map(({ words, link }) =>
                      link === undefined ? (
                        words
                      ) : (
                        <a key={words} href={link}>
                          {words}
                        </a>
                      ),
                    )}
                  </p>
                </article>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
      <p className={account.after}>
        <Link to="/auth/login">{say('backToLogin')}</Link>
      </p>
    </div>
  )
}

function leave() {
  call(signOut, {}).catch(() => {}) // without a network the session still ends here
  endSession()
}
