import type { AlertWire, alertDetails } from '@packboard/contract'
import { formatClock, formatDay } from '@packboard/model'
import type { z } from 'zod'
import type { Say } from '../i18n/useTexts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './AlertScreen.module.css'
import { alertRuleWords, whyWords } from './alertWords.ts'

type AlertMessage = z.output<typeof alertDetails.answer>['messages'][number]

type Fact = {
  readonly at: Date
  readonly key: string
  readonly words: string
  readonly comes: boolean
}

/** What happened, in the order of time: what comes next is marked. */
function factsOf(
  alert: AlertWire,
  messages: readonly AlertMessage[],
  say: Say<'alerts'>,
): readonly Fact[] {
  const facts: Fact[] = []
  const add = (key: string, at: Date | null, words: string, comes = false) => {
    if (at !== null) facts.push({ key, at, words, comes })
  }
  const isHelp = alert.origin === 'help'
  add(
    'opened',
    alert.openedAt,
    isHelp ? say('calledBy', { name: alert.raisedBy ?? '–' }) : alertRuleWords(alert, say),
  )
  if (alert.knownAt.getTime() - alert.openedAt.getTime() >= 1_000) {
    add('known', alert.knownAt, say('known'))
  }
  for (const [index, message] of messages.entries()) {
    const { to, channel, state, why, sentAt, dueAt } = message
    const words = say(`message.${state}`, {
      to,
      channel: say(`channel.${channel}`),
      why: whyWords(why, say),
    })
    add(`message ${index}`, sentAt ?? dueAt, words, state === 'waiting')
  }
  add('seen', alert.acknowledgedAt, seenWords(alert, say))
  add('way', alert.onMyWayAt, say('onMyWayBy', { name: alert.onMyWayBy ?? '–' }))
  add('over', alert.clearedAt, say('doneAt'))
  return facts.toSorted(
    (a, b) => Number(a.comes) - Number(b.comes) || a.at.getTime() - b.at.getTime(),
  )
}

const seenWords = ({ acknowledgedBy }: AlertWire, say: Say<'alerts'>) =>
  say('seenByName', { name: acknowledgedBy ?? '–' })

/** The trail of an alert: opened, who was informed, who has seen it, what comes next. */
export function AlertTrail({
  alert,
  messages,
}: {
  alert: AlertWire
  /** Null: they are not shown here. */
  messages: readonly AlertMessage[] | null
}) {
  const say = useTexts('alerts')
  const zone = useShownZone()
  const facts = factsOf(alert, messages ?? [], say)
  const day = formatDay(alert.openedAt, zone)
  return (
    <section className={`panel ${styles.trail}`} aria-label={say('whatHappened')}>
      <h2>{say('whatHappened')}</h2>
      <ol>
        {facts.map(({ key, at, words, comes }) => (
          <li key={key} data-comes={comes}>
            <time className="digits" dateTime={at.toISOString()}>
              {formatDay(at, zone) === day ? '' : `${formatDay(at, zone)} `}
              {formatClock(at, zone)}
            </time>
            <span>{words}</span>
          </li>
        ))}
      </ol>
      {messages?.length === 0 && <p>{say('noMessages')}</p>}
    </section>
  )
}
