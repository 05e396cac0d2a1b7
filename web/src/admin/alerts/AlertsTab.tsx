import { Button } from '@mantine/core'
import { type AlertWire, alerts } from '@packboard/contract'
import { formatClock, formatTimeInState, noFigure } from '@packboard/model'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { alertLength, alertRuleWords } from '../../alerts/alertWords.ts'
import { useAcknowledge } from '../../alerts/openAlerts.ts'
import { call } from '../../api/call.ts'
import { GroupChip } from '../../charts/GroupChip.tsx'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconEye } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useNow } from '../../time/useNow.ts'
import { useShownZone } from '../../time/zone.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './AlertsView.module.css'

const againMs = 30_000

const pagesQuery = (clientId: number, state: 'open' | 'all') =>
  infiniteQueryOptions({
    queryKey: ['alerts', clientId, 'pages', state],
    queryFn: ({ signal, pageParam }) =>
      call(
        alerts,
        {
          params: { clientId },
          query: { state, ...(pageParam !== null && { before: pageParam }) },
        },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: againMs,
  })

/** Alerts of a client, the newest first: the open ones, or all that there were. */
export function AlertsTab({ clientId, state }: { clientId: number; state: 'open' | 'all' }) {
  const say = useTexts('alertRules')
  const query = useInfiniteQuery(pagesQuery(clientId, state))
  const navigate = useNavigate()
  const columns = useColumns()
  const acknowledging = useAcknowledge()
  const rows = query.data?.pages.flatMap((page) => page.alerts)
  const title = say(state === 'open' ? 'tab.open' : 'tab.history')
  return (
    <Panel title={title} className={styles.flush}>
      <DataTable
        label={title}
        query={{
          isPending: query.isPending,
          isError: query.isError && rows === undefined,
          isPaused: query.isPaused,
          data: rows,
          refetch: query.refetch,
        }}
        rows={(all): readonly AlertWire[] => all}
        rowKey={({ id }: AlertWire) => String(id)}
        columns={columns}
        emptyText={say(state === 'open' ? 'noOpen' : 'noHistory')}
        saysLoading
        skeletonRows={4}
        actions={(alert: AlertWire) =>
          alert.acknowledgedAt === null && alert.clearedAt === null ? (
            <SeenButton
              alert={alert}
              press={() => acknowledging.mutate({ clientId, id: alert.id })}
            />
          ) : null
        }
        open={{
          name: (alert) => say('openNamed', { name: alert.machineId ?? alert.ruleName }),
          go: ({ id }) =>
            void navigate({
              to: '/admin/alerts/$clientId/$id',
              params: { clientId: String(clientId), id: String(id) },
            }),
        }}
      />
      {query.hasNextPage && (
        <Button
          className={styles.older ?? ''}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {say('older')}
        </Button>
      )}
    </Panel>
  )
}

function SeenButton({ alert, press }: { alert: AlertWire; press: () => void }) {
  const say = useTexts('alerts')
  const name = alert.machineId ?? alertRuleWords(alert, say)
  return <IconButton label={say('iHaveSeenItOf', { name })} icon={IconEye} onClick={press} />
}

function useColumns(): Column<AlertWire>[] {
  const say = useTexts('alertRules')
  const own = useTexts('alerts')
  return [
    { key: 'opened', title: say('opened'), cell: ({ openedAt }) => <DateTime at={openedAt} /> },
    {
      key: 'machine',
      title: own('machine'),
      cell: ({ machineId }) => machineId ?? say('ofClient'),
    },
    {
      key: 'what',
      title: say('what'),
      wide: true,
      cell: (alert) => (
        <>
          {alertRuleWords(alert, own)}
          {alert.cause !== '' && (
            <small className={styles.cause}>
              {alert.causeGroup !== '' && <GroupChip group={alert.causeGroup} />}
              <span>{alert.cause}</span>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'length',
      title: say('length'),
      numeric: true,
      labelOnPhone: true,
      cell: (alert) => <Length alert={alert} />,
    },
    {
      key: 'seen',
      title: say('seen'),
      labelOnPhone: true,
      cell: (alert) => <Seen alert={alert} />,
    },
    {
      key: 'sent',
      title: say('sent'),
      numeric: true,
      labelOnPhone: true,
      spare: true,
      cell: ({ sent, late, muted }) =>
        late ? own('late') : muted ? own('muted') : sent === 0 ? noFigure : sent,
    },
  ]
}

function Length({ alert }: { alert: AlertWire }) {
  const say = useTexts('alertRules')
  const length = useNow((now) => alertLength(alert, now))
  return (
    <>
      {length}
      {alert.clearedAt === null && <small className={styles.below}>{say('stillOpen')}</small>}
    </>
  )
}

/** By whom, and how long after Packboard knew of it. */
function Seen({ alert: { acknowledgedAt, acknowledgedBy, knownAt } }: { alert: AlertWire }) {
  const say = useTexts('alertRules')
  const zone = useShownZone()
  if (acknowledgedAt === null) return <span data-nothing>{noFigure}</span>
  const seconds = (acknowledgedAt.getTime() - knownAt.getTime()) / 1_000
  return (
    <>
      {acknowledgedBy ?? noFigure}
      <small className={styles.below} title={formatClock(acknowledgedAt, zone)}>
        {say('afterShort', { time: formatTimeInState(seconds) })}
      </small>
    </>
  )
}
