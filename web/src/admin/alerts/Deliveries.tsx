import { Button } from '@mantine/core'
import {
  type DeliveryWire,
  type HooksAnswer,
  hookDeliveries,
  hookEvents,
  sendDelivery,
} from '@packboard/contract'
import { formatClock, noFigure } from '@packboard/model'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { whyWords } from '../../alerts/alertWords.ts'
import { call, failureText } from '../../api/call.ts'
import { type Say, textsOf, useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './AlertsView.module.css'

const againMs = 15_000
/** So many are shown, and so many more at each press: on a phone each is as high as a card. */
const shownAtOnce = 10

const deliveriesQuery = (clientId: number) =>
  infiniteQueryOptions({
    queryKey: ['alerts', clientId, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      call(
        hookDeliveries,
        { params: { clientId }, query: pageParam === null ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: againMs,
  })

const eventWords = (event: string, say: Say<'alertChannels'>) => {
  const known = [...hookEvents, 'alert', 'test'].find((one) => one === event)
  return known === undefined ? event : say(`event.${known as (typeof hookEvents)[number]}`)
}

/** What went to webhooks and brokers, the newest first; what waits or failed can be sent now. */
export function Deliveries({
  clientId,
  hooks,
  mayEdit,
}: {
  clientId: number
  hooks: HooksAnswer['hooks']
  mayEdit: boolean
}) {
  const say = useTexts('alertChannels')
  const query = useInfiniteQuery(deliveriesQuery(clientId))
  const [shown, show] = useState(shownAtOnce)
  const loaded = query.data?.pages.flatMap(({ deliveries }) => deliveries)
  const rows = loaded?.slice(0, shown)
  const showOlder = () => {
    show(shown + shownAtOnce)
    if (query.hasNextPage && shown + shownAtOnce > (loaded?.length ?? 0)) void query.fetchNextPage()
  }
  const nameOf = (id: number) => hooks.find((hook) => hook.id === id)?.name ?? noFigure
  return (
    <Panel title={say('deliveries')} className={styles.flush}>
      <DataTable
        label={say('deliveries')}
        query={{
          isPending: query.isPending,
          isError: query.isError && rows === undefined,
          data: rows,
          refetch: query.refetch,
        }}
        rows={(all): readonly DeliveryWire[] => all}
        rowKey={({ id }: DeliveryWire) => String(id)}
        emptyText={say('noDeliveries')}
        hint={say('deliveriesHint')}
        skeletonRows={3}
        columns={[
          {
            ...{ key: 'time', title: say('time') },
            cell: ({ createdAt }) => <DateTime at={createdAt} />,
          },
          {
            ...{ key: 'event', title: say('event'), wide: true },
            cell: ({ event, about }) => (
              <>
                {eventWords(event, say)}
                <small className={styles.below}>{about}</small>
              </>
            ),
          },
          {
            ...{ key: 'channel', title: say('channel'), labelOnPhone: true },
            cell: ({ hookId }) => nameOf(hookId),
          },
          {
            ...{ key: 'answer', title: say('answer'), labelOnPhone: true },
            cell: (row) => <Answer row={row} />,
          },
          {
            ...{ key: 'retry', title: say('retry'), labelOnPhone: true },
            cell: (row) => <Tries row={row} />,
          },
        ]}
        actions={
          mayEdit
            ? (row) => row.state !== 'sent' && <SendNow clientId={clientId} row={row} />
            : undefined
        }
      />
      {rows && rows.length > 0 && <p className={styles.quiet}>{say('deliveriesHint')}</p>}
      {(query.hasNextPage || (loaded?.length ?? 0) > shown) && (
        <Button
          className={styles.older ?? ''}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={showOlder}
        >
          {say('older')}
        </Button>
      )}
    </Panel>
  )
}

function Answer({ row: { state, status, why } }: { row: DeliveryWire }) {
  const say = useTexts('alertChannels')
  const sayWhy = useTexts('alerts')
  return (
    <>
      {status !== null && <b className="digits">{status} </b>}
      {say(`state.${state}`)}
      {why !== '' && state !== 'sent' && (
        <small className={styles.below}>{whyWords(why, sayWhy)}</small>
      )}
    </>
  )
}

function Tries({ row: { tries, nextTryAt, state } }: { row: DeliveryWire }) {
  const say = useTexts('alertChannels')
  const zone = useShownZone()
  return (
    <>
      {tries > 1 || state !== 'sent' ? say('tryCount', { count: tries }) : noFigure}
      {state === 'waiting' && nextTryAt && (
        <small className={`digits ${styles.below}`}>
          {say('next', { at: formatClock(nextTryAt, zone) })}
        </small>
      )}
    </>
  )
}

function SendNow({ clientId, row }: { clientId: number; row: DeliveryWire }) {
  const say = useTexts('alertChannels')
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(sendDelivery, { params: { clientId, id: row.id } }),
    onSuccess: () => {
      showToast(textsOf('alertChannels')('sentNow'))
      return queries.invalidateQueries({ queryKey: deliveriesQuery(clientId).queryKey })
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <Button
      variant="default"
      size="xs"
      loading={sending.isPending}
      aria-label={say('sendNowNamed', { event: eventWords(row.event, say), about: row.about })}
      onClick={() => sending.mutate()}
    >
      {say('sendNow')}
    </Button>
  )
}
