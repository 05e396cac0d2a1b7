import type { MachineConnectionWire } from '@packboard/contract'
import { machineStates } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './ConnectionView.module.css'

/** What is written: records of our own JSON by HTTP or MQTT, tags of PackML, or metrics of a gateway. */
export type SentForm = 'http' | 'mqttJson' | 'tags' | 'gateway'

/** The page of the manual on it. */
const pages: Record<SentForm, string> = {
  http: '/docs/manual/send-records.html',
  mqttJson: '/docs/manual/send-records.html',
  tags: '/docs/manual/connect.html',
  gateway: '/docs/manual/connect-sparkplug.html',
}

/** What the sender of a machine has to know: how packs are counted, how states are written, when it is OFFLINE, whose time counts. */
export function SentFacts({
  form,
  isExternal,
  stored: { holdSeconds, ofType },
}: {
  form: SentForm
  /** It publishes to the broker of the plant, which says nothing of connections. */
  isExternal: boolean
  stored: MachineConnectionWire
}) {
  const say = useTexts('connection')
  const isOwn = form === 'http' || form === 'mqttJson'
  const isHeld = isOwn || (form === 'tags' && isExternal)
  const seconds = formatCount(holdSeconds ?? ofType.holdSeconds)
  return (
    <div className={styles.sent}>
      <h3>{say('sent')}</h3>
      <ul className={styles.hints}>
        <li>{say(isOwn ? 'sent.packs' : 'sent.counter', { c: code })}</li>
        <li>{isHeld ? say('sent.offline', { seconds }) : say('sent.offlineSession')}</li>
        {isOwn && <li>{say('sent.speed', { c: code })}</li>}
        {form === 'http' && <li>{say('sent.timeByHttp', { c: code })}</li>}
        {form === 'mqttJson' && <li>{say('sent.timeByMqtt', { c: code })}</li>}
        {form === 'tags' && <li>{say('sent.timeOfTags')}</li>}
        <li>{say(isOwn ? 'sent.state' : 'sent.stateOfNumbers', { c: code })}</li>
      </ul>
      <details className={styles.states}>
        <summary>{say('sent.states', { count: machineStates.length })}</summary>
        <States />
      </details>
      <a href={pages[form]} target="_blank" rel="noreferrer">
        {say('sent.manual')}
      </a>
    </div>
  )
}

const code = (inner: ReactNode) => <code>{inner}</code>

/** Each state by its number and its names, and in the language of the reader where that is another word. */
function States() {
  const sayState = useTexts('states')
  return (
    <ul>
      {machineStates.map(({ code: number, name, packml }) => {
        const word = stateWord(number, sayState)
        return (
          <li key={number}>
            <span className="digits">{number}</span>
            <span>
              <code>{name}</code>
              {packml !== null && packml !== name && (
                <>
                  {', '}
                  <code>{packml}</code>
                </>
              )}
              {word !== name && <small>{word}</small>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
