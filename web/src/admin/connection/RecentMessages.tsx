import type { ConnectorForm, connectionMessages, RecentMessageWire } from '@packboard/contract'
import { formatClock, formatDateTime } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconAlertTriangle, IconCheck, IconClock } from '../../icons/icons.ts'
import { useShownZone } from '../../time/zone.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { reasonWord, sourceWord } from '../quarantine/quarantineWords.ts'
import { connectionQueries } from './connectionQueries.ts'
import styles from './RecentMessages.module.css'

type Recent = z.output<typeof connectionMessages.answer>

/** What arrives of a machine, as it comes, under a light that says whether it is accepted. */
export function RecentMessages({
  machineId,
  connects,
}: {
  machineId: number
  connects: ConnectorForm['connects']
}) {
  const say = useTexts('connection')
  const zone = useShownZone()
  const query = useQuery(connectionQueries.messages(machineId))
  return (
    <section className={`panel ${styles.recent}`} aria-label={say('lastTen')}>
      <Loadable query={query} isEmpty={() => false} saysLoading>
        {(recent: Recent) => (
          <>
            <Light recent={recent} />
            <h2>{say('lastTen')}</h2>
            {recent.messages.length === 0 ? (
              <div className={styles.nothing}>
                <b>{say('noMessages')}</b>
                <p>{say(hints[connects])}</p>
              </div>
            ) : (
              <ol className={styles.messages}>
                {recent.messages.map((message) => (
                  <Row key={message.no} message={message} />
                ))}
              </ol>
            )}
            <p className={styles.since}>
              {say('inMemory', { since: formatDateTime(recent.since, zone) })}
            </p>
            {recent.light === 'waiting' && connects !== 'reading' && (
              <div className={styles.stuck}>
                <b>{say('stuck')}</b>
                <ul>
                  {stuckOf(connects).map((why) => (
                    <li key={why}>{say(`stuck.${why}`)}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </Loadable>
    </section>
  )
}

const hints = {
  line: 'noMessagesHint',
  gateway: 'noGatewayHint',
  reading: 'noReadHint',
} as const

const stuckOf = (connects: ConnectorForm['connects']) =>
  ['refused', 'unreachable', connects === 'gateway' ? 'unlisted' : 'silent'] as const

function Light({ recent: { light, since, goodAt, messages } }: { recent: Recent }) {
  const say = useTexts('connection')
  const zone = useShownZone()
  const wrong = messages.filter(({ why }) => why !== null)
  const [newest] = wrong
  return (
    <div className={styles.light} data-light={light} role="status">
      <span className={styles.lamp} aria-hidden="true" />
      <div>
        <b>{say(light)}</b>
        {light === 'waiting' && (
          <p>{say('waitingSince', { since: formatDateTime(since, zone) })}</p>
        )}
        {light === 'wrong' && newest?.why && <p>{say(`mend.${newest.why.advice}`)}</p>}
        {light === 'good' && goodAt && (
          <p>
            {say('goodAt', { at: formatDateTime(goodAt, zone) })}
            {wrong.length > 0 && <> · {say('someWrong', { count: wrong.length })}</>}
          </p>
        )}
      </div>
    </div>
  )
}

const pictures = {
  stored: IconCheck,
  duplicate: IconCopy,
  late: IconClock,
  conflicting: IconCheck,
  quarantined: IconAlertTriangle,
} as const

function Row({ message }: { message: RecentMessageWire }) {
  const say = useTexts('connection')
  const quarantine = useTexts('quarantine')
  const zone = useShownZone()
  const { receivedAt, source, topic, raw, isCut, became, why } = message
  const Picture = pictures[became]
  return (
    <li data-became={became}>
      <time className="digits" dateTime={receivedAt.toISOString()}>
        {formatClock(receivedAt, zone)}
      </time>
      <div>
        <small className={styles.topic}>{topic ?? sourceWord(quarantine, source)}</small>
        <code>
          {raw}
          {isCut && '…'}
        </code>
        <p>
          <Picture size={14} stroke={1.75} aria-hidden="true" />
          <span>
            {why
              ? say('became.quarantined', {
                  reason: reasonWord(quarantine, why.reason),
                  detail: why.detail,
                })
              : became !== 'quarantined' && say(`became.${became}`)}
          </span>
        </p>
        {why && <small>{say(`mend.${why.advice}`)}</small>}
      </div>
    </li>
  )
}
