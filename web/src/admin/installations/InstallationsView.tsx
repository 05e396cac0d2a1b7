import { type Installation, installationSilentMs, installations } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useNow } from '../../time/useNow.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { clockText } from '../quarantine/quarantineWords.ts'
import { Age } from '../sources/Age.tsx'
import styles from './InstallationsView.module.css'

/** The edge recorders of a client: staff choose whose, a client's administrator has its own. */
export function InstallationsView() {
  const say = useTexts('installations')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => <InstallationsOf clientId={clientId} />}
    </OneClient>
  )
}

function InstallationsOf({ clientId }: { clientId: number }) {
  const say = useTexts('installations')
  const sayClock = useTexts('quarantine')
  const size = useSize()
  const query = useQuery(installationsQuery(clientId))
  return (
    <div className={styles.parts}>
      <Panel
        title={say('title')}
        sub={say('sub')}
        className={`${table.table} ${table.named} ${table.twoLines}`}
      >
        <DataTable
          label={say('title')}
          query={query}
          rows={(data) => data.installations}
          rowKey={({ device, name }) => `${device} ${name}`}
          emptyText={query.isError ? undefined : say('none')}
          hint={say('noneHint')}
          saysLoading
          skeletonRows={2}
          columns={[
            {
              key: 'name',
              title: say('name'),
              cell: ({ name, device, version }) => (
                <span className={styles.name}>
                  {name}
                  <small>{say('deviceAndVersion', { device, version })}</small>
                </span>
              ),
            },
            {
              key: 'state',
              title: say('connection'),
              cell: (one) => <StateMark of={one} />,
            },
            {
              key: 'heard',
              title: say('heard'),
              numeric: true,
              cell: ({ heardAt, address }) => (
                <span className={styles.name}>
                  <Age at={heardAt} />
                  <small>{address}</small>
                </span>
              ),
            },
            {
              key: 'queue',
              title: say('queue'),
              numeric: true,
              cell: ({ queueRecords, queueBytes, maxBytes }) => (
                <span className={styles.name}>
                  {formatCount(queueRecords)}
                  <small>{say('sizeOf', { size: size(queueBytes), most: size(maxBytes) })}</small>
                </span>
              ),
            },
            {
              key: 'oldest',
              title: say('oldest'),
              numeric: true,
              labelOnPhone: true,
              cell: ({ oldestAt }) => <Age at={oldestAt} />,
            },
            {
              key: 'quarantined',
              title: say('notAccepted'),
              numeric: true,
              spare: true,
              labelOnPhone: true,
              cell: ({ quarantined }) => formatCount(quarantined),
            },
            {
              key: 'clock',
              title: say('clock'),
              numeric: true,
              labelOnPhone: true,
              cell: ({ clockSkewMs }) => clockText(sayClock, clockSkewMs),
            },
          ]}
        />
      </Panel>
      {query.data?.installations.length === 0 && <HowToInstall />}
    </div>
  )
}

/** Its shape says it as well as its colour. */
function StateMark({ of }: { of: Installation }) {
  const say = useTexts('installations')
  const state = useNow((now) => installationState(of, now))
  return (
    <span className={styles.state} data-state={state}>
      <i aria-hidden="true" />
      {say(`state.${state}`)}
    </span>
  )
}

/** What a gateway is given: the address is that of this page. */
function HowToInstall() {
  const say = useTexts('installations')
  const settings = [
    `EDGE_SERVER_URL=${window.location.origin}`,
    'EDGE_TOKEN=gateway:TOKEN',
    'EDGE_NAME=Hall 1',
    'EDGE_DIR=/var/lib/packboard-edge',
  ].join('\n')
  return (
    <Panel title={say('howTo')} sub={say('whatFor')}>
      <ol className={styles.steps}>
        <li>{say('step.device')}</li>
        <li>{say('step.program')}</li>
        <li>
          {say('step.settings')}
          <pre>{settings}</pre>
        </li>
        <li>{say('step.start')}</li>
        <li>{say('step.senders')}</li>
      </ol>
      <p className={styles.more}>
        <a href="/docs/manual/edge.html" target="_blank" rel="noreferrer">
          {say('manual')}
        </a>
      </p>
    </Panel>
  )
}

/** A recorder reports each 30 s; a page that is open follows it. */
const refreshMs = 10_000

const installationsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'installations', clientId],
    queryFn: ({ signal }) => call(installations, { params: { clientId } }, signal),
    refetchInterval: refreshMs,
  })

/** A record that waits for longer is part of a backlog; a call takes a second or two. */
const backlogMs = 60_000

/** How an edge recorder is now, the worst first. */
export type InstallationState = 'silent' | 'full' | 'behind' | 'connected'

export function installationState(
  { heardAt, isFull, oldestAt }: Pick<Installation, 'heardAt' | 'isFull' | 'oldestAt'>,
  now: number,
): InstallationState {
  if (now - heardAt.getTime() > installationSilentMs) return 'silent'
  if (isFull) return 'full'
  return oldestAt !== null && now - oldestAt.getTime() > backlogMs ? 'behind' : 'connected'
}
