import { Link } from '@tanstack/react-router'
import { useKnownNow } from '../api/useKnownNow.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { AlertLine } from './AlertLine.tsx'
import styles from './AlertMarks.module.css'
import { alertLength, alertName } from './alertWords.ts'
import { useOpenAlerts } from './openAlerts.ts'

/** The open alerts of a client among what needs attention: the newest that nobody has seen by its name, the others as a number. */
export function AttentionAlerts({ clientId }: { clientId: number }) {
  const say = useTexts('alerts')
  const { data } = useOpenAlerts(clientId)
  const waiting = data?.alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null) ?? []
  const first = waiting[0] ?? data?.alerts[0]
  const length = useKnownNow((now) => (first ? alertLength(first, now) : ''))
  if (!first) return null
  const others = (data?.alerts.length ?? 0) - 1
  return (
    <span className={styles.attention} data-seen={waiting.length === 0}>
      <Link
        to="/admin/alerts/$clientId/$id"
        params={{ clientId: String(clientId), id: String(first.id) }}
        title={alertName(first, say)}
      >
        <IconBell size={15} />
        <b>{alertName(first, say)}</b> <time className="digits">{length}</time>
      </Link>
      {others > 0 && (
        <small title={say('moreOpen', { count: others })}>
          <span aria-hidden="true">{say('more', { count: others })}</span>
          <span className="spoken">{say('moreOpen', { count: others })}</span>
        </small>
      )}
    </span>
  )
}

/** The open alerts of one machine, a line each. */
export function MachineAlerts({ clientId, machineId }: { clientId: number; machineId: string }) {
  const say = useTexts('alerts')
  const { data } = useOpenAlerts(clientId)
  const shown = data?.alerts.filter((alert) => alert.machineId === machineId) ?? []
  if (shown.length === 0) return null
  return (
    <section className={`panel ${styles.machine}`} aria-label={say('title')} data-screen-only>
      {shown.map((alert) => (
        <div key={alert.id}>
          <IconBell size={18} />
          <AlertLine alert={alert} plain />
        </div>
      ))}
    </section>
  )
}
