import {
  type ConnectorForm,
  connectionFound,
  type connectionMessages,
  connectorForms,
  type DictionaryFindingWire,
  type MachineConnectionWire,
  type OpcUaFoundWire,
  type RecentMessageWire,
} from '@packboard/contract'
import { formatClock, formatDateTime } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconAlertTriangle, IconCheck, IconChevronRight, IconClock } from '../../icons/icons.ts'
import { useShownZone } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote, Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { DictionaryFinding } from '../doctor/DictionaryFinding.tsx'
import { reasonWord, sourceWord } from '../quarantine/quarantineWords.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import styles from './ConnectionView.module.css'
import { connectionQueries } from './connectionForm.ts'
import recentStyles from './RecentMessages.module.css'
import { TokenPanel } from './TokenPanel.tsx'

/** How one machine sends: its settings, its token with lines to paste, and what arrives of it. */
export function ConnectionView({ machineId }: { machineId: number }) {
  const say = useTexts('connection')
  const query = useQuery(connectionQueries.of(machineId))
  // The list of messages requests it again and again.
  const { data: recent } = useQuery({
    ...connectionQueries.messages(machineId),
    refetchInterval: false,
  })
  const finding = recent?.finding
  usePageTitle(query.data ? say('openOf', { name: query.data.serialNo }) : say('title'))
  if (query.error instanceof CallFailed && query.error.status === 404) {
    return (
      <Message
        title={say('notFound')}
        action={
          <Link className={styles.back ?? ''} to="/admin/panel" hash="machines">
            {say('toMachines')}
          </Link>
        }
      >
        {say('notFoundHint')}
      </Message>
    )
  }
  return (
    <Loadable query={query} isEmpty={() => false} saysLoading>
      {(stored: MachineConnectionWire) => (
        <div className={styles.columns}>
          <div className={styles.steps}>
            {/* Begins again from what was stored, also when another person stored it. */}
            <ConnectionForm key={stored.version} machineId={machineId} stored={stored} />
            {connectorForms[stored.door].connects === 'reading' ? (
              <FoundPanel machineId={machineId} />
            ) : (
              <TokenPanel machineId={machineId} stored={stored} />
            )}
            {finding && (
              <FindingPanel className={styles.doctor} machineId={machineId} finding={finding} />
            )}
          </div>
          <RecentMessages machineId={machineId} connects={connectorForms[stored.door].connects} />
        </div>
      )}
    </Loadable>
  )
}

/** The way back, and which machine this is. */
export function ConnectionHead({ machineId }: { machineId: number }) {
  const say = useTexts('connection')
  const panel = useTexts('panel')
  const { data } = useQuery(connectionQueries.of(machineId))
  const about = data && [data.lineName, data.machineTypeName, data.clientName]
  return (
    <div className={styles.head}>
      <nav className={styles.trail} aria-label={say('trail')}>
        <Link to="/admin/panel" hash="machines">
          {panel('machines')}
        </Link>
        <IconChevronRight stroke={2} size={14} />
        <span aria-current="page">{say('title')}</span>
      </nav>
      <div className={styles.name}>
        <h1>{data?.serialNo ?? say('title')}</h1>
        <p>{about?.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

/** The dictionary of a machine on the page of its connection. */
function FindingPanel({
  machineId,
  finding,
  className,
}: {
  machineId: number
  finding: DictionaryFindingWire
  className: string | undefined
}) {
  const say = useTexts('doctor')
  return (
    <Panel title={say('title')} className={className}>
      <DictionaryFinding {...{ machineId, finding }} />
    </Panel>
  )
}

/** What was found at the OPC UA server of a machine, and what to do where it is not read. */
function FoundPanel({ machineId }: { machineId: number }) {
  const say = useTexts('opcUa')
  const queries = useQueryClient()
  const query = useQuery(connectionQueries.found(machineId))
  const trying = useMutation({
    mutationFn: () => call(connectionFound, { params: { id: machineId }, query: { again: 'yes' } }),
    onSuccess: (answer) =>
      queries.setQueryData(connectionQueries.found(machineId).queryKey, answer),
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <Panel
      title={say('found')}
      className={styles.step}
      actions={
        <BusyButton
          quiet
          busy={trying.isPending ? say('trying') : null}
          onClick={() => trying.mutate()}
        >
          {say('tryAgain')}
        </BusyButton>
      }
    >
      <div className={styles.body}>
        <p className={styles.note}>{say('noToken')}</p>
        <Loadable query={query} isEmpty={() => false} saysLoading>
          {({ found }: { found: OpcUaFoundWire | null }) =>
            found === null ? (
              <p className={styles.note}>{say('nothing')}</p>
            ) : (
              <Found found={found} />
            )
          }
        </Loadable>
      </div>
    </Panel>
  )
}

function Found({ found }: { found: OpcUaFoundWire }) {
  const say = useTexts('opcUa')
  const zone = useShownZone()
  const { status, since, retryAt, fault, server, security, machines, parts, alarms } = found
  const there = parts.filter(({ isThere }) => isThere).map(({ name }) => name)
  const missing = parts.filter(({ isThere }) => !isThere).map(({ name }) => name)
  return (
    <>
      <p role="status" className={styles.foundStatus} data-status={status}>
        <span aria-hidden="true" />
        <b>{say(`status.${status}`)}</b>
        <small>
          <KeepDates>{say('since', { since: formatDateTime(since, zone) })}</KeepDates>
          {retryAt && <> · {say('retryAt', { at: formatClock(retryAt, zone) })}</>}
        </small>
      </p>
      {fault && (
        <ErrorNote>
          {say(`fault.${fault.reason}`)}
          <small className={styles.detail}>{fault.detail}</small>
        </ErrorNote>
      )}
      <dl className={styles.facts}>
        {server !== null && <Fact name={say('server')}>{server}</Fact>}
        {security && (
          <Fact name={say('protection')}>
            {[...new Set([security.mode, security.policy])].join(' · ')}
          </Fact>
        )}
        {machines.length > 0 && (
          <Fact name={say('machines')}>
            {machines.map((machine) => (
              <span key={machine}>
                <code>#{machine}</code>
                {machine === found.machine && <> ({say('isRead')})</>}
              </span>
            ))}
          </Fact>
        )}
        {there.length > 0 && (
          <Fact name={say('parts')}>
            <code>{there.join(', ')}</code>
          </Fact>
        )}
        {missing.length > 0 && (
          <Fact name={say('missing')}>
            <code>{missing.join(', ')}</code>
          </Fact>
        )}
        {alarms && <Fact name={say('alarms')}>{say(`alarms.${alarms}`)}</Fact>}
        {found.clockAheadMs !== null && (
          <Fact name={say('clock')}>
            <ClockWords aheadMs={found.clockAheadMs} />
          </Fact>
        )}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ClockWords({ aheadMs }: { aheadMs: number }) {
  const say = useTexts('opcUa')
  if (Math.abs(aheadMs) < 1_000) return say('clock.right')
  const seconds = formatDecimals(Math.abs(aheadMs) / 1_000, 0, 1)
  return say(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { seconds })
}

type Recent = z.output<typeof connectionMessages.answer>

/** What arrives of a machine, as it comes, under a light that says whether it is accepted. */
function RecentMessages({
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
    <section className={`panel ${recentStyles.recent}`} aria-label={say('lastTen')}>
      <Loadable query={query} isEmpty={() => false} saysLoading>
        {(recent: Recent) => (
          <>
            <Light recent={recent} />
            <RefusedSignIns found={recent.refusedSignIns} />
            <h2>{say('lastTen')}</h2>
            {recent.messages.length === 0 ? (
              <div className={recentStyles.nothing}>
                <b>{say('noMessages')}</b>
                <p>{say(hints[connects])}</p>
              </div>
            ) : (
              <ol className={recentStyles.messages}>
                {recent.messages.map((message) => (
                  <Row key={message.no} message={message} />
                ))}
              </ol>
            )}
            <p className={recentStyles.since}>
              <KeepDates>
                {say('inMemory', { since: formatDateTime(recent.since, zone) })}
              </KeepDates>
            </p>
            {recent.light === 'waiting' && connects !== 'reading' && (
              <div className={recentStyles.stuck}>
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

/** Whose a wrong name was is not known; a wrong token under this name is the machine’s. */
function RefusedSignIns({ found }: { found: Recent['refusedSignIns'] }) {
  const say = useTexts('connection')
  const zone = useShownZone()
  if (found.length === 0) return null
  return (
    <div className={recentStyles.stuck}>
      <b>{say('refusedSignIns')}</b>
      <ul>
        {found.map(({ at, address }) => (
          <li key={at.getTime()}>
            <KeepDates>{say('refusedSignIn', { at: formatDateTime(at, zone), address })}</KeepDates>
          </li>
        ))}
      </ul>
      <p>{say('refusedSignInsHint')}</p>
    </div>
  )
}

const hints = {
  line: 'noMessagesHint',
  gateway: 'noGatewayHint',
  reading: 'noReadHint',
} as const

const stuckOf = (connects: ConnectorForm['connects']) =>
  ['refused', 'unreachable', connects === 'gateway' ? 'unlisted' : 'silent'] as const

function Light({ recent: { light, since, goodAt, messages, refused } }: { recent: Recent }) {
  const say = useTexts('connection')
  const zone = useShownZone()
  const wrong = messages.filter(({ why }) => why !== null)
  const [newest] = wrong
  return (
    <div className={recentStyles.light} data-light={light} role="status">
      <span className={recentStyles.lamp} aria-hidden="true" />
      <div>
        <b>{say(light)}</b>
        {light === 'waiting' && (
          <p>
            <KeepDates>{say('waitingSince', { since: formatDateTime(since, zone) })}</KeepDates>
          </p>
        )}
        {light === 'wrong' && newest?.why && <p>{say(`mend.${newest.why.advice}`)}</p>}
        {light === 'wrong' && !newest && <p>{say('storedRefused', { count: refused })}</p>}
        {light === 'late' && <p>{say('lateHint')}</p>}
        {light === 'quiet' && refused > 0 && <p>{say('storedRefused', { count: refused })}</p>}
        {(light === 'good' || light === 'quiet' || light === 'late') && goodAt && (
          <p>
            <KeepDates>{say('goodAt', { at: formatDateTime(goodAt, zone) })}</KeepDates>
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
  const { receivedAt, source, topic, raw, isCut, became, why, timeOfMessage } = message
  const Picture = pictures[became]
  return (
    <li data-became={became}>
      <time className="digits" dateTime={receivedAt.toISOString()}>
        {formatClock(receivedAt, zone)}
      </time>
      <div>
        <small className={recentStyles.topic}>{topic ?? sourceWord(quarantine, source)}</small>
        <code>
          {raw}
          {isCut && '…'}
        </code>
        <p>
          <Picture size={14} />
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
        {timeOfMessage && <small>{say('timeOfMessage')}</small>}
      </div>
    </li>
  )
}
