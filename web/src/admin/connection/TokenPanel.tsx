import { TextInput } from '@mantine/core'
import {
  connectorForms,
  type GatewaySettings,
  gatewaySettings,
  type MachineConnectionWire,
  machineToken,
  type Reach,
  senderLines,
  sparkplugProgram,
} from '@packboard/contract'
import { formatDateTime, machineStates } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { useShownZone } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { deviceQueries } from '../panelQueries.ts'
import styles from './ConnectionView.module.css'
import { connectionQueries, sendingMachine } from './connectionForm.ts'

type Way = 'gateway' | 'program' | 'curl' | 'mosquitto' | 'nodeRed'
const wayNames = {
  program: 'Node.js',
  curl: 'curl',
  mosquitto: 'mosquitto_pub',
  nodeRed: 'Node-RED',
} as const
const waysOf = {
  line: ['curl', 'mosquitto', 'nodeRed'],
  gateway: ['gateway', 'program', 'curl'],
} as const

/** The token of the machine, which is shown once, and lines that send a first record with it. */
export function TokenPanel({
  machineId,
  stored,
  isSaved,
}: {
  machineId: number
  /** As it is chosen. */
  stored: MachineConnectionWire
  /** What is chosen is what is stored. */
  isSaved: boolean
}) {
  const say = useTexts('connection')
  const zone = useShownZone()
  const queries = useQueryClient()
  const machine = sendingMachine(stored)
  const [chosen, setChosen] = useState<Way | null>(null)
  const [broker, setBroker] = useState<'plant' | 'own'>('plant')
  const isGateway = connectorForms[machine.door].connects === 'gateway'
  const ways: readonly Way[] = waysOf[isGateway ? 'gateway' : 'line']
  const usual = isGateway ? 'gateway' : machine.door === 'http' ? 'curl' : 'mosquitto'
  const way = chosen !== null && ways.includes(chosen) ? chosen : usual
  const making = useMutation({
    mutationFn: () => call(machineToken, { params: { id: machineId } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: deviceQueries.list().queryKey })
      const { queryKey } = connectionQueries.of(machineId)
      void queries.invalidateQueries({ queryKey, exact: true })
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const made = making.data
  const { tokenMadeAt } = stored
  const credential = made ?? { name: stored.serialNo, token: 'TOKEN' }
  const overHttp = way === 'curl' || (way === 'nodeRed' && machine.door === 'http')
  const isAtBoth = stored.reach.externalBroker !== null && machine.address !== null
  const { sender, reach } =
    broker === 'own' ? atOwnBroker(machine, stored.reach) : { sender: machine, reach: stored.reach }
  const given = [sender, credential, reach, window.location.origin] as const
  const lines = senderLines(...given)
  return (
    <Panel
      title={say('token')}
      className={styles.step}
      actions={
        <BusyButton
          quiet={made !== undefined || tokenMadeAt !== null}
          busy={making.isPending ? say('making') : null}
          onClick={() => making.mutate()}
        >
          {say(made || tokenMadeAt ? 'makeAnother' : 'makeToken')}
        </BusyButton>
      }
    >
      <div className={styles.body}>
        {making.isError && <ErrorNote>{failureText(making.error)}</ErrorNote>}
        {!made && tokenMadeAt && (
          <p className={styles.note}>
            <KeepDates>
              {say('tokenExists', { name: stored.serialNo, at: formatDateTime(tokenMadeAt, zone) })}
            </KeepDates>
          </p>
        )}
        {made && (
          <>
            <Token name={made.name} token={made.token} />
            <p className={styles.note}>
              {say('tokenWhat', { name: stored.serialNo })}{' '}
              {made.oldUntil && (
                <KeepDates>
                  {say('oldStays', { until: formatDateTime(made.oldUntil, zone) })}
                </KeepDates>
              )}
            </p>
          </>
        )}
        <div className={styles.ways}>
          <span>{say('lines')}</span>
          <Segmented
            label={say('lines')}
            value={way}
            options={ways.map((value) => ({
              value,
              label: value === 'gateway' ? say('gateway') : wayNames[value],
            }))}
            choose={setChosen}
          />
        </div>
        {isAtBoth && !overHttp && (
          <div className={styles.ways}>
            <span>{say('broker')}</span>
            <Segmented
              label={say('broker')}
              value={broker}
              options={brokers.map((value) => ({ value, label: say(`broker.${value}`) }))}
              choose={setBroker}
            />
          </div>
        )}
        {way === 'gateway' ? (
          <GatewayFacts settings={gatewaySettings(...given)} />
        ) : (
          <Code
            key={`${way} ${credential.token}`}
            text={
              way === 'program'
                ? sparkplugProgram(gatewaySettings(...given), machine.dictionary)
                : lines[way]
            }
          />
        )}
        <Hints
          {...{ way, stored, overHttp, isSaved }}
          isExternal={lines.isExternal}
          isMade={made !== undefined}
        />
        <SentFacts form={formOf(sender, way)} isExternal={lines.isExternal} stored={stored} />
      </div>
    </Panel>
  )
}

/** What a person has to know before the lines or settings work. */
function Hints({
  way,
  stored,
  overHttp,
  isExternal,
  isMade,
  isSaved,
}: {
  way: Way
  stored: MachineConnectionWire
  overHttp: boolean
  isExternal: boolean
  /** The lines hold a token that was just made. */
  isMade: boolean
  isSaved: boolean
}) {
  const say = useTexts('connection')
  return (
    <ul className={styles.hints}>
      {way === 'gateway' && <li>{say('gatewayWhat')}</li>}
      {!isMade && (overHttp || !isExternal) && (
        <li>
          {say(
            stored.tokenMadeAt ? 'tokenYours' : way === 'gateway' ? 'gatewayToken' : 'tokenPlace',
          )}
        </li>
      )}
      {way === 'curl' && <li>{say('httpWhat')}</li>}
      {way === 'nodeRed' && <li>{say('nodeRedWhat')}</li>}
      {way === 'program' && <li>{say('programWhat', { c: code })}</li>}
      {hintsOf(stored, overHttp, isExternal).map((hint) => (
        <li key={hint}>{say(hint === 'tls' && isTlsOf(way) ? tlsHints[way] : `hint.${hint}`)}</li>
      ))}
      {!overHttp && !isExternal && <li>{say('hint.mqtt5')}</li>}
      {way === 'gateway' && <li>{say('gatewayHostId')}</li>}
      {way === 'gateway' && !isExternal && <li>{say('gatewaySeveral')}</li>}
      {!isSaved && <li>{say(way === 'gateway' ? 'gatewaySaved' : 'saveFirst')}</li>}
    </ul>
  )
}

const tlsHints = { gateway: 'gatewayTls', program: 'programTls' } as const
const isTlsOf = (way: Way): way is keyof typeof tlsHints => way in tlsHints

const brokers = ['plant', 'own'] as const

/** With a broker of the plant a machine is read at ours as well; our own JSON has its usual topic there. */
function atOwnBroker(machine: ReturnType<typeof sendingMachine>, reach: Reach) {
  const address = machine.door === 'mqttJson' ? null : machine.address
  return { sender: { ...machine, address }, reach: { ...reach, externalBroker: null } }
}

/** What the chosen way sends. */
function formOf({ door, address }: ReturnType<typeof sendingMachine>, way: Way): SentForm {
  if (way === 'gateway' || way === 'program') return 'gateway'
  if (way === 'curl' || (way === 'nodeRed' && door === 'http')) return 'http'
  return door === 'packmlTags' && address !== null ? 'tags' : 'mqttJson'
}

/** What a person has to know of the broker or the address before the lines work. */
function hintsOf({ reach }: MachineConnectionWire, overHttp: boolean, isExternal: boolean) {
  if (overHttp) {
    const { hostname } = new URL(reach.publicUrl ?? window.location.origin)
    return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? (['pageLoopback'] as const) : []
  }
  if (isExternal) return ['external'] as const
  const { isLoopback, isTls } = reach.broker
  if (isLoopback) return ['loopback'] as const
  return [isTls ? 'tls' : 'plain'] as const
}

function Token({ name, token }: { name: string; token: string }) {
  const say = useTexts('connection')
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(token, () => field.current?.select())
  return (
    <div className={styles.token}>
      <TextInput
        ref={field}
        label={say('tokenOf', { name })}
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label={say('copy')} {...{ copied, copy }} />
    </div>
  )
}

function Code({ text }: { text: string }) {
  const say = useTexts('connection')
  const code = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(text, () => {
    if (code.current) window.getSelection()?.selectAllChildren(code.current)
  })
  return (
    <div className={styles.code}>
      <pre ref={code}>{text}</pre>
      <CopyButton label={say('copyLines')} {...{ copied, copy }} />
    </div>
  )
}

function CopyButton({
  label,
  copied,
  copy,
}: {
  label: string
  copied: 'no' | 'yes' | 'byHand'
  copy: () => Promise<void>
}) {
  const say = useTexts('connection')
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <span className={styles.copy}>
      <button type="button" onClick={() => void copy()}>
        <Icon size={16} />
        {copied === 'yes' ? say('copied') : label}
      </button>
      <small role="status">{copied === 'byHand' && say('copyByHand')}</small>
    </span>
  )
}

/** What a person enters in the gateway of a machine that sends by Sparkplug B. */
function GatewayFacts({ settings }: { settings: GatewaySettings }) {
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

/** What is written: records of our own JSON by HTTP or MQTT, tags of PackML, or metrics of a gateway. */
type SentForm = 'http' | 'mqttJson' | 'tags' | 'gateway'

/** The page of the manual on it. */
const pages: Record<SentForm, string> = {
  http: '/docs/manual/send-records.html',
  mqttJson: '/docs/manual/send-records.html',
  tags: '/docs/manual/connect.html',
  gateway: '/docs/manual/connect-sparkplug.html',
}

/** What the sender of a machine has to know: how packs are counted, how states are written, when it is OFFLINE, whose time counts. */
function SentFacts({
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
