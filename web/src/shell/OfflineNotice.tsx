import { formatClock } from '@packboard/model'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { askBuild } from '../api/askBuild.ts'
import { serverContact, watchContact } from '../api/serverContact.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { browserZone } from '../time/zone.ts'
import styles from './OfflineNotice.module.css'

/** How often a lost server is looked for, in ms. */
const lookEveryMs = 10_000

/** The live pages have a banner of their own, which also shows from when their values are. */
const isLive = (pathname: string) => /^\/admin\/(dashboard|productionData|wall)\b/.test(pathname)

const bold = (inner: ReactNode) => <b>{inner}</b>

/** Over a page that is not live: the server cannot be reached, and since when. */
export function OfflineNotice() {
  const say = useTexts('shell')
  const { lost, answeredAt } = useSyncExternalStore(watchContact, serverContact)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (!lost) return
    const look = () => void askBuild()
    const timer = setInterval(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [lost])
  return (
    <div role="status">
      {lost && !isLive(pathname) && (
        <p className={styles.notice}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden="true" />
          <span>
            {answeredAt === null
              ? say('offline', { b: bold })
              : say('offlineSince', {
                  at: formatClock(new Date(answeredAt), browserZone),
                  b: bold,
                })}
          </span>
        </p>
      )}
    </div>
  )
}
