import {
  type ConnectorForm,
  type connectionMessages,
  connectorForms,
  type DictionaryFindingWire,
  type MachineConnectionWire,
  type RecentMessageWire,
} from '@packboard/contract'
import { formatClock, formatDateTime } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { CallFailed } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconAlertTriangle, IconCheck, IconChevronRight, IconClock } from '../../icons/icons.ts'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { DictionaryFinding } from '../doctor/DictionaryFinding.tsx'
import { reasonWord, sourceWord } from '../quarantine/quarantineWords.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import styles from './ConnectionView.module.css'
import {
  chosenConnection,
  connectionQueries,
  type Entered,
  enteredOf,
  isChanged,
} from './connectionForm.ts'
import { FoundPanel } from './FoundPanel.tsx'
import recentStyles from './RecentMessages.module.css'
import { TokenPanel } from './TokenPanel.tsx'

/** How one machine sends: its settings, its token with lines to paste, and what arrives of it. */
export function ConnectionView({ machineId }: { machineId: number }) {
  const say = useTexts('connection')
  const query = useQuery(connectionQueries.of(machineId))
  const [typed, setTyped] = useState<{ version: number; entered: Entered } | null>(null)
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
      {(stored: MachineConnectionWire) => {
        // Begins again from what was stored, also when another person stored it.
        const { version } = stored
        const entered = typed?.version === version ? typed.entered : enteredOf(stored)
        const chosen = chosenConnection(entered, stored)
        const { connects } = connectorForms[chosen.door]
        return (
          <div className={styles.columns}>
            <div className={styles.steps}>
              <ConnectionForm
                key={version}
                {...{ machineId, stored, entered }}
                enter={(next) => setTyped({ version, entered: next })}
              />
              {connects === 'reading' ? (
                <FoundPanel machineId={machineId} stored={stored} />
              ) : (
                <TokenPanel
                  machineId={machineId}
                  stored={chosen}
                  isSaved={!isChanged(entered, stored)}
                />
              )}
              {finding && (
                <FindingPanel className={styles.doctor} machineId={machineId} finding={finding} />
              )}
            </div>
            <RecentMessages {...{ machineId, connects }} />
          </div>
        )
      }}
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
