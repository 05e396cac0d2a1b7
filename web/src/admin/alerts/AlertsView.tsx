import type { AlertRulesAnswer } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useOpenAlerts } from '../../alerts/openAlerts.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { usePerson } from '../../session/useSession.ts'
import { Loadable, type Waiting } from '../../ui/Loadable.tsx'
import { useOneStop } from '../../ui/useOneStop.ts'
import { AlertsTab } from './AlertsTab.tsx'
import styles from './AlertsView.module.css'
import { hooksQuery, rulesQuery } from './alertQueries.ts'
import { ChannelsTab } from './ChannelsTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const all = ['rules', 'open', 'history', 'channels'] as const

/** Alerts of a client: by which rules they open, what is open, what was, and the ways out. */
export function AlertsView() {
  const say = useTexts('alertRules')
  return <OneClient before={say('of')}>{(clientId) => <Alerts clientId={clientId} />}</OneClient>
}

function Alerts({ clientId }: { clientId: number }) {
  const say = useTexts('alertRules')
  const rules = useQuery(rulesQuery(clientId))
  const open = useOpenAlerts(clientId)
  const { readHooks } = usePerson().permissions
  const tabs = all.filter((each) => each !== 'channels' || readHooks)
  const hash = useLocation({ select: (location) => location.hash })
  const tab = tabs.find((each) => each === hash) ?? 'rules'
  const oneStop = useOneStop<HTMLElement>()
  const counts = { rules: rules.data?.rules.length, open: open.data?.alerts.length }
  return (
    <>
      <nav ref={oneStop} className={styles.tabs} aria-label={say('tabs')}>
        {tabs.map((each) => (
          <Link
            key={each}
            to="/admin/panel"
            search={({ client }) => ({ ...(client !== undefined && { client }), view: 'alerts' })}
            hash={each}
            resetScroll={false}
            hashScrollIntoView={false}
            activeOptions={never}
            aria-current={each === tab ? 'page' : undefined}
          >
            {say(`tab.${each}`)}
            {(each === 'rules' || each === 'open') && counts[each] !== undefined && (
              <span className="digits">{counts[each]}</span>
            )}
          </Link>
        ))}
      </nav>
      {tab === 'rules' && <Rules {...{ clientId, query: rules }} />}
      {tab === 'open' && <AlertsTab key="open" clientId={clientId} state="open" />}
      {tab === 'history' && <AlertsTab key="all" clientId={clientId} state="all" />}
      {tab === 'channels' && <Channels clientId={clientId} />}
    </>
  )
}

/** The router marks a link by its path and search; which tab is open is in the hash. */
const never = { exact: true, includeHash: true, includeSearch: true }

function Rules({ clientId, query }: { clientId: number; query: Waiting<AlertRulesAnswer> }) {
  const panel = useTexts('panel')
  return (
    <Loadable
      query={{ ...query, isError: query.isError && query.data === undefined }}
      emptyText={panel('notAvailable')}
      isEmpty={() => false}
      saysLoading
    >
      {(stored) => <RulesTab {...{ clientId, stored }} reload={query.refetch} />}
    </Loadable>
  )
}

function Channels({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(hooksQuery(clientId))
  return (
    <Loadable
      query={{ ...query, isError: query.isError && query.data === undefined }}
      emptyText={panel('notAvailable')}
      isEmpty={() => false}
      saysLoading
    >
      {(stored) => <ChannelsTab {...{ clientId, stored }} reload={query.refetch} />}
    </Loadable>
  )
}
