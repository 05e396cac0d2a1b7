import { Button } from '@mantine/core'
import { formatClock, formatDay } from '@packboard/model'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { askBuild } from '../api/askBuild.ts'
import { type LiveValues, serverContact, troubleMs, watchContact } from '../api/serverContact.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff, IconHistory, IconLock } from '../icons/icons.ts'
import { useSession } from '../session/useSession.ts'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'
import styles from './Notices.module.css'
import { useProvider } from './provider.ts'

/**
 * Over every page: that its values are old, else that a second factor will be wanted and that the demo still writes its past. A break of less than ten seconds
 * is not shown.
 */
export function Notices({ zone }: { zone: string }) {
  const say = useTexts('shell')
  const { history } = useProvider()
  const factorDueAt = useSession()?.factorDueAt
  const trouble = useTrouble()
  return (
    <div className={styles.notices}>
      {/* It is there before it has something to say, so that what it says is read aloud. */}
      <div role="status">{trouble && <Lost from={trouble.from} zone={zone} />}</div>
      {trouble && <NextTry nextTryAt={trouble.nextTryAt} retry={trouble.retry} />}
      {!trouble && factorDueAt && (
        <p className={styles.history}>
          <IconLock size={18} />
          <span>
            {say('factorDue', {
              at: formatDay(factorDueAt, zone),
              link: (inner) => (
                <Link to="/admin/account" hash="signIn">
                  {inner}
                </Link>
              ),
            })}
          </span>
        </p>
      )}
      {!trouble && history !== null && (
        <p className={styles.history}>
          <IconHistory size={18} />
          <span>{say('history', { percent: Math.floor(history * 100) })}</span>
        </p>
      )}
    </div>
  )
}

type Trouble = Pick<LiveValues, 'nextTryAt' | 'retry'> & { readonly from: number | null }

function useTrouble(): Trouble | null {
  const { lostAt, answeredAt, live } = useSyncExternalStore(watchContact, serverContact)
  const look = useLook(lostAt !== null)
  const since = lostAt ?? live?.failedAt ?? null
  const lasts = useNow((now) => since !== null && now - since >= troubleMs)
  if (!lasts) return null
  if (lostAt !== null) return { ...look, from: live?.from ?? answeredAt }
  return live
}

/** The first look comes early: most breaks are over before they are shown. */
const firstLookMs = 3_000
const lookEveryMs = 10_000

/** Looks for a lost server until it answers, and at once when the network is back; then everything that failed is requested again. */
function useLook(lost: boolean): Pick<LiveValues, 'nextTryAt' | 'retry'> {
  const queries = useQueryClient()
  const [nextTryAt, setNextTryAt] = useState<number | null>(null)
  const look = useCallback(() => {
    setNextTryAt(serverNow() + lookEveryMs)
    void askBuild()
  }, [])
  useEffect(() => {
    if (nextTryAt === null) return
    const timer = setTimeout(look, nextTryAt - serverNow())
    return () => clearTimeout(timer)
  }, [nextTryAt, look])
  useEffect(() => {
    if (!lost) return
    setNextTryAt(serverNow() + firstLookMs)
    window.addEventListener('online', look)
    return () => {
      setNextTryAt(null)
      window.removeEventListener('online', look)
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      })
    }
  }, [lost, look, queries])
  return { nextTryAt, retry: look }
}

/** From when the values are. */
function Lost({ from, zone }: { from: number | null; zone: string }) {
  const say = useTexts('shell')
  return (
    <p className={styles.lost}>
      <IconCloudOff size={18} />
      <b>
        {from === null
          ? say('neverConnected')
          : say('connectionLost', { time: formatClock(new Date(from), zone) })}
      </b>
    </p>
  )
}

/** What happens next, and the way to let it happen now. */
function NextTry({ nextTryAt, retry }: Pick<LiveValues, 'nextTryAt' | 'retry'>) {
  const say = useTexts('shell')
  const seconds = useNow((now) =>
    nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000)),
  )
  return (
    <p className={styles.next}>
      {seconds > 0 ? say('tryingIn', { count: seconds }) : say('trying')}
      <Button variant="default" size="xs" onClick={retry}>
        {say('retryNow')}
      </Button>
    </p>
  )
}
