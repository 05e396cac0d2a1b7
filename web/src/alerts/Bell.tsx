import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { usePerson } from '../session/useSession.ts'
import { Flyout } from '../ui/Flyout.tsx'
import { showOpenCount } from '../ui/openCount.ts'
import { AlertLine } from './AlertLine.tsx'
import styles from './Bell.module.css'
import { markIcon } from './markIcon.ts'
import { useLiveAlerts, useOpenAlerts } from './openAlerts.ts'

/** The bell of the bar: how many open alerts of the client nobody has seen, and what they are. */
export function Bell({
  clientId,
  openerClass,
}: {
  clientId: number
  openerClass: string | undefined
}) {
  const say = useTexts('alerts')
  const { permissions } = usePerson()
  const { data, isError } = useOpenAlerts(clientId)
  useLiveAlerts(clientId)
  const count = data?.open ?? 0
  useEffect(() => {
    showOpenCount(count)
    markIcon(count > 0)
    return () => {
      showOpenCount(0)
      markIcon(false)
    }
  }, [count])
  const shown = data?.alerts ?? []
  const label = count > 0 ? `${say('title')}: ${say('unseen', { count })}` : say('title')
  return (
    <div className={styles.bell}>
      <Flyout
        label={label}
        openerClass={openerClass}
        panelClass={styles.panel}
        opener={
          <b className={styles.icon}>
            <IconBell size={20} />
            {count > 0 && (
              <small className={`digits ${styles.count}`} aria-hidden="true">
                {count > 99 ? '99+' : count}
              </small>
            )}
          </b>
        }
      >
        <div className={styles.head}>
          <b>{say('openCount', { count: shown.length })}</b>
          {shown.length > 0 && <span>{say('unseen', { count })}</span>}
          {permissions.openPanel && (
            <Link to="/admin/panel" search={{ view: 'alerts' }} hash="history">
              {say('all')}
            </Link>
          )}
        </div>
        {shown.length === 0 && (
          <p className={styles.nothing}>
            {isError ? say('couldNotRead') : say('nothingOpenReason')}
          </p>
        )}
        <div className={styles.list}>
          {shown.map((alert) => (
            <AlertLine key={alert.id} alert={alert} />
          ))}
        </div>
      </Flyout>
      {/* Said once when it changes, never with a sound. */}
      <span className="spoken" role="status">
        {count > 0 ? say('unseen', { count }) : ''}
      </span>
    </div>
  )
}
