import type { AlertWire } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { useKnownNow } from '../api/useKnownNow.ts'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import type { MachineState } from '../clients/machineStatesWire.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './AlertCard.module.css'
import { alertLength, alertRuleWords } from './alertWords.ts'

/** What an alert is about: machine and rule, its cause, how long, and who has seen it. The state is that of this moment. */
export function AlertCard({
  alert,
  lineName,
  state,
}: {
  alert: AlertWire
  lineName: string
  /** Null: not known here, or the alert is over. */
  state: MachineState | null
}) {
  const say = useTexts('alerts')
  const sayState = useTexts('states')
  const zone = useShownZone()
  const length = useKnownNow((now) => alertLength(alert, now))
  const isOver = alert.clearedAt !== null
  const { cause, causeGroup, acknowledgedAt, acknowledgedBy } = alert
  const rule = alertRuleWords(alert, say)
  return (
    <section className={`panel ${styles.card}`} aria-label={say('alert')}>
      <div className={styles.head}>
        <span
          className={styles.tile}
          style={state ? { color: bandLooks[shownBand(state.code, state.offline)].chipColour } : {}}
        >
          {state ? (
            <Glyph shape={shownShape(state.code, state.offline)} size={22} />
          ) : (
            <IconBell size={22} />
          )}
        </span>
        <div className={styles.words}>
          <h2>
            {alert.machineId ?? rule} {alert.machineId !== null && <small>{lineName}</small>}
          </h2>
          <p>
            {state && (
              <b>{state.offline ? sayState('silent') : stateWord(state.code, sayState)} </b>
            )}
            {alert.machineId !== null && rule}
          </p>
        </div>
        <b className={`digits ${styles.length}`}>
          {isOver ? say('lasted', { time: length }) : say('lasts', { time: length })}
        </b>
      </div>
      {(cause !== '' || alert.text !== '') && (
        <div className={styles.cause}>
          {cause !== '' && (
            <p>
              {causeGroup !== '' && <GroupChip group={causeGroup} />} {cause}
            </p>
          )}
          {alert.text !== '' && <p>{alert.text}</p>}
        </div>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{say('began')}</dt>
          <dd>
            <DateTime at={alert.openedAt} />
          </dd>
        </div>
        <div>
          <dt>{say('seen')}</dt>
          <dd>
            {acknowledgedAt === null
              ? say('notSeen')
              : say('seenBy', {
                  name: acknowledgedBy ?? '–',
                  at: formatClock(acknowledgedAt, zone),
                })}
          </dd>
        </div>
        <div>
          <dt>{say('urgency')}</dt>
          <dd>{say(`severity.${alert.severity}`)}</dd>
        </div>
      </dl>
      {alert.muted && <p className={styles.note}>{say('mutedReason')}</p>}
      {alert.late && <p className={styles.note}>{say('lateReason')}</p>}
    </section>
  )
}
