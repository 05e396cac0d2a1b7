import type { GatewaySettings } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './ConnectionView.module.css'

/** What a person enters in the gateway of a machine that sends by Sparkplug B. */
export function GatewayFacts({ settings }: { settings: GatewaySettings }) {
  const say = useTexts('connection')
  const { host, port, isTls, userName, password, group, edgeNode, device } = settings
  const facts = [
    ['host', host],
    ['port', String(port)],
    ['encryption', say(isTls ? 'gateway.tls' : 'gateway.plain')],
    ['user', userName],
    ['password', password],
    ['group', group],
    ['edgeNode', edgeNode],
    ['device', device ?? say('gateway.noDevice')],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{say(`gateway.${name}`)}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
