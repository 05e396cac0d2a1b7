import { alertDetails, helpDone, helpOnMyWay } from '@packboard/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CallFailed, call, failureText } from '../api/call.ts'
import { machinesQuery } from '../clients/clientQueries.ts'
import { readMachineStates } from '../clients/machineStatesWire.ts'
import { useClientOfAddress } from '../clients/useClientOfAddress.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { IconEye } from '../icons/icons.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { FailedMark, Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { AlertCard } from './AlertCard.tsx'
import styles from './AlertScreen.module.css'
import { AlertTrail } from './AlertTrail.tsx'
import { alertName } from './alertWords.ts'
import { Earlier } from './Earlier.tsx'
import { useAcknowledge, useLiveAlerts } from './openAlerts.ts'

const againMs = 30_000

const detailsQuery = (clientId: number, id: number) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'one', id],
    queryFn: ({ signal }) => call(alertDetails, { params: { clientId, id } }, signal),
    refetchInterval: againMs,
  })

/** What one machine does at this moment. */
const stateQuery = (clientId: number, machineId: string) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'state', machineId],
    queryFn: async ({ signal }) =>
      (await readMachineStates(clientId, [machineId], signal)).get(machineId) ?? null,
    refetchInterval: againMs,
  })

/** One alert: what it is about, who was informed, and who has seen it. */
export function AlertScreen() {
  const { clientId, id } = useParams({ from: '/admin/alerts/$clientId/$id' })
  const coming = useClientOfAddress(Number(clientId))
  if (coming) return <LoadingWord turning />
  return <OneAlert key={`${clientId} ${id}`} clientId={Number(clientId)} id={Number(id)} />
}

function OneAlert({ clientId, id }: { clientId: number; id: number }) {
  const say = useTexts('alerts')
  const query = useQuery(detailsQuery(clientId, id))
  useLiveAlerts(clientId)
  const { data, error } = query
  const machineId = data?.machineId ?? null
  const isOpen = data !== undefined && data.clearedAt === null
  const state = useQuery({
    ...stateQuery(clientId, machineId ?? ''),
    enabled: isOpen && machineId !== null,
  })
  const machines = useQuery({ ...machinesQuery(clientId), enabled: machineId !== null })
  usePageTitle(data ? alertName(data, say) : say('alert'))
  const acknowledging = useAcknowledge()
  if (error instanceof CallFailed && error.status === 404) {
    return (
      <Message level={1} title={say('notFound')} picture={<IconBell size={32} stroke={1.5} />}>
        {say('notFoundReason')}
      </Message>
    )
  }
  const lineName =
    machines.data?.machines.find((machine) => machine.machineId === machineId)?.lineName ?? ''
  return (
    <Loadable
      query={{ ...query, isError: query.isError && data === undefined }}
      isEmpty={() => false}
      saysLoading
    >
      {(alert) => (
        <div className={styles.page}>
          <h1>{say('alert')}</h1>
          <div className={styles.columns}>
            <div className={styles.first}>
              <AlertCard
                alert={alert}
                lineName={alert.lineName ?? lineName}
                state={isOpen ? (state.data ?? null) : null}
              />
              {query.isError && <FailedMark retry={query.refetch} />}
              <div className={styles.foot}>
                {alert.origin === 'help' && isOpen && (
                  <HelpButtons id={id} comes={alert.onMyWayAt !== null} />
                )}
                {alert.acknowledgedAt === null && alert.origin !== 'help' && (
                  <span className={styles.seen}>
                    <BusyButton
                      busy={acknowledging.isPending ? say('saving') : null}
                      onClick={() => acknowledging.mutate({ clientId, id })}
                    >
                      <IconEye size={20} />
                      {say('iHaveSeenIt')}
                    </BusyButton>
                  </span>
                )}
                {machineId !== null && (
                  <Link
                    className={styles.machine}
                    to="/admin/productionData/$clientId/$machineId"
                    params={{ clientId: String(clientId), machineId }}
                  >
                    {say('machine')}
                  </Link>
                )}
              </div>
            </div>
            <div className={styles.second}>
              <AlertTrail alert={alert} messages={alert.messages} />
              {alert.ruleId !== null && <Earlier alert={alert} />}
            </div>
          </div>
        </div>
      )}
    </Loadable>
  )
}

/** Who was informed of a call for help says that they come, which is more than having seen it, and that it is done. */
function HelpButtons({ id, comes }: { id: number; comes: boolean }) {
  const say = useTexts('alerts')
  const queries = useQueryClient()
  const answering = useMutation({
    mutationFn: () => call(comes ? helpDone : helpOnMyWay, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <span className={styles.seen}>
      <BusyButton
        busy={answering.isPending ? say('saving') : null}
        onClick={() => answering.mutate()}
      >
        {say(comes ? 'done' : 'onMyWay')}
      </BusyButton>
    </span>
  )
}
