import {
  connectorForms,
  type DictionaryFindingWire,
  type MachineConnectionWire,
} from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CallFailed } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconChevronRight } from '../../icons/icons.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { DictionaryFinding } from '../doctor/DictionaryFinding.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import styles from './ConnectionView.module.css'
import { connectionQueries } from './connectionQueries.ts'
import { FoundPanel } from './FoundPanel.tsx'
import { RecentMessages } from './RecentMessages.tsx'
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
        <IconChevronRight size={14} aria-hidden="true" />
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
