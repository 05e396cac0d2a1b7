import { type AlertWire, acknowledgeByLink, alertOfLink } from '@packboard/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { AlertCard } from '../alerts/AlertCard.tsx'
import styles from '../alerts/AlertScreen.module.css'
import { AlertTrail } from '../alerts/AlertTrail.tsx'
import { alertName } from '../alerts/alertWords.ts'
import { CallFailed, call, failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { IconEye } from '../icons/icons.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { PageTimesProvider } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { ErrorNote, Message } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

const againMs = 30_000

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['alertLink', token],
    queryFn: ({ signal }) => call(alertOfLink, { params: { token } }, signal),
    retry: false,
    refetchInterval: ({ state }: { state: { status: string } }) =>
      state.status === 'error' ? false : againMs,
  })

type LinkAnswer = 'seen' | 'onMyWay' | 'done'
const answerWords = { seen: 'iHaveSeenIt', onMyWay: 'onMyWay', done: 'done' } as const

/** What a press says: of a call for help that help comes, which is more than having seen it, and then that it is done. */
function answerOf(alert: AlertWire, canAcknowledge: boolean): LinkAnswer | undefined {
  if (alert.origin === 'help') {
    if (alert.clearedAt !== null) return undefined
    return alert.onMyWayAt === null ? 'onMyWay' : 'done'
  }
  return canAcknowledge && alert.acknowledgedAt === null ? 'seen' : undefined
}

/** The alert of a link in a message: without a session. Opening it notes nothing, only a press does. */
export function AlertLinkScreen() {
  const { token } = useParams({ from: '/alert/$token' })
  const say = useTexts('alerts')
  const query = useQuery(linkQuery(token))
  const { data, error } = query
  const noting = useMutation({
    mutationFn: (answer: LinkAnswer) =>
      call(acknowledgeByLink, { params: { token }, query: { answer } }),
    onSuccess: () => query.refetch(),
  })
  usePageTitle(data ? alertName(data.alert, say) : say('alert'))
  const isRefused = error instanceof CallFailed && error.status >= 400 && error.status < 500
  return (
    <>
      <header className={styles.bar}>
        <b>
          <BrandMark size={24} />
          {say('alert')}
        </b>
        <span>{data?.clientName}</span>
      </header>
      <main id="main" className={styles.public} tabIndex={-1}>
        {isRefused ? (
          <Message
            level={1}
            title={say('linkOver')}
            picture={<IconBell size={32} stroke={1.5} />}
            action={<Link to="/auth/login">{say('signIn')}</Link>}
          >
            {say('linkOverReason')}
          </Message>
        ) : (
          <Loadable query={query} isEmpty={() => false} saysLoading>
            {({ alert, recipient, zone, canAcknowledge }) => {
              const answer = answerOf(alert, canAcknowledge)
              return (
                <PageTimesProvider value={{ zone, preferred: zone, factory: null }}>
                  <div className={styles.page}>
                    <h1 className="spoken">{alertName(alert, say)}</h1>
                    <div className={styles.second}>
                      <AlertCard alert={alert} lineName={alert.lineName ?? ''} state={null} />
                      <AlertTrail alert={alert} messages={null} />
                    </div>
                    {noting.isError && <ErrorNote>{failureText(noting.error)}</ErrorNote>}
                    {answer && (
                      <>
                        <p className={styles.note}>
                          {say('onlyShown')} {say('inNameOf', { name: recipient })}
                        </p>
                        <div className={styles.foot}>
                          <span className={styles.seen}>
                            <BusyButton
                              busy={noting.isPending ? say('saving') : null}
                              onClick={() => noting.mutate(answer)}
                            >
                              {alert.origin !== 'help' && <IconEye size={20} />}
                              {say(answerWords[answer])}
                            </BusyButton>
                          </span>
                        </div>
                      </>
                    )}
                  </div>
                </PageTimesProvider>
              )
            }}
          </Loadable>
        )}
      </main>
    </>
  )
}
