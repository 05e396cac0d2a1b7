import type { AlertWire } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useKnownNow } from '../api/useKnownNow.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import styles from './AlertLine.module.css'
import { alertLength, alertName } from './alertWords.ts'
import { useAcknowledge } from './openAlerts.ts'

/** One open alert: what, for how long, why, and *I have seen it*. */
export function AlertLine({ alert, plain = false }: { alert: AlertWire; plain?: boolean }) {
  const say = useTexts('alerts')
  const zone = useShownZone()
  const acknowledging = useAcknowledge()
  const length = useKnownNow((now) => alertLength(alert, now))
  const name = alertName(alert, say)
  const { acknowledgedAt, acknowledgedBy, clientId, id, cause, causeGroup } = alert
  return (
    <div className={styles.line} data-seen={acknowledgedAt !== null} data-plain={plain}>
      <Link
        to="/admin/alerts/$clientId/$id"
        params={{ clientId: String(clientId), id: String(id) }}
        className={styles.words}
      >
        <span className={styles.title}>
          <b>{name}</b> <time className="digits">{length}</time>
        </span>
        <span className={styles.cause}>
          {causeGroup !== '' && <GroupChip group={causeGroup} />}
          <span>{[cause, alert.text].filter(Boolean).join(' · ') || say('stillOpen')}</span>
        </span>
      </Link>
      {acknowledgedAt === null ? (
        <span className={styles.act}>
          <BusyButton
            quiet
            busy={acknowledging.isPending ? say('saving') : null}
            onClick={() => acknowledging.mutate({ clientId, id })}
          >
            {say('iHaveSeenIt')}
            <span className="spoken"> {name}</span>
          </BusyButton>
        </span>
      ) : (
        <span className={styles.seen}>
          {acknowledgedBy === null
            ? say('seenAt', { at: formatClock(acknowledgedAt, zone) })
            : say('seenBy', { name: acknowledgedBy, at: formatClock(acknowledgedAt, zone) })}
        </span>
      )}
    </div>
  )
}
