import type { ClientMachine } from '@packboard/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { clientTimesQuery } from '../clients/clientTimesQuery.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useMachines } from '../clients/useMachines.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useOverview } from '../overview/useOverview.ts'
import { useWindowStart } from '../overview/useWindowStart.ts'
import { useReasons } from '../reasons/useReasons.ts'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { useKept } from '../session/kept.ts'
import { usePerson, useSession } from '../session/useSession.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { Loadable, LoadingWord, type Waiting } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { useWakeLock } from '../wall/useWakeLock.ts'
import { answeredBy } from './answersOf.ts'
import { LineChoice } from './LineChoice.tsx'
import { MachineStops } from './MachineStops.tsx'
import styles from './Operator.module.css'
import { OperatorHead } from './OperatorHead.tsx'
import { operatorStopsQuery } from './operatorQueries.ts'
import { readOperatorSearch } from './operatorSearch.ts'
import { useAnswers } from './useAnswers.ts'

/** Why the machines of a line stand: for a tablet beside them, or a phone in one hand. */
export function OperatorScreen() {
  // Signing out empties the page at once; the router follows.
  return useSession() ? <SignedIn /> : null
}

function SignedIn() {
  const session = usePerson()
  const client = useClient(session)
  const coming = useClientInAddress()
  if (coming) return <LoadingWord turning />
  if (client && session.permissions.labelStops)
    return <OperatorOf key={client.id} client={client} />
  return (
    <>
      <TopBar />
      <main className={styles.choose}>
        {!client && session.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />}
      </main>
      <Toasts />
    </>
  )
}

function OperatorOf({ client }: { client: ChosenClient }) {
  const say = useTexts('stopBook')
  const overview = useTexts('overview')
  usePageTitle(say('operatorTitle'), client.name)
  const machines = useMachines(client.id)
  return (
    <Loadable
      query={known(machines)}
      emptyText={overview('none')}
      isEmpty={(answer) => answer.machines.length === 0}
      saysLoading
    >
      {(answer) => <Lines client={client} machines={answer.machines} />}
    </Loadable>
  )
}

/** What was read before stays when it could not be read again: an operator answers without a network, too. */
function known<Data>(query: Waiting<Data>): Waiting<Data> {
  return {
    isPending: query.isPending,
    isError: query.isError && query.data === undefined,
    data: query.data,
    refetch: query.refetch,
    isPaused: query.isPaused ?? false,
  }
}

/** The machines of a client by line, in their order. */
export function linesOf(machines: readonly ClientMachine[]): ReadonlyMap<string, ClientMachine[]> {
  const lines = new Map<string, ClientMachine[]>()
  for (const machine of machines) {
    const line = lines.get(machine.lineName)
    if (line) line.push(machine)
    else lines.set(machine.lineName, [machine])
  }
  return lines
}

function Lines({ client, machines }: { client: ChosenClient; machines: readonly ClientMachine[] }) {
  const lines = linesOf(machines)
  const { line, machine } = readOperatorSearch(useSearch({ strict: false }))
  const [keptLine, keepLine] = useKept('line')
  const navigate = useNavigate()
  const only = lines.size === 1 ? machines[0]?.lineName : undefined
  // An empty line in the address asks for the choice.
  const wanted = line ?? keptLine ?? undefined
  const chosen = only ?? (wanted !== undefined && lines.has(wanted) ? wanted : undefined)
  const go = useCallback(
    (search: { line: string; machine?: string }) =>
      void navigate({
        to: '/admin/operator',
        search: ({ client: id }) => ({ ...(id !== undefined && { client: id }), ...search }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  // What was kept stands in the address, too: it can be sent to another tablet.
  const missing = chosen !== undefined && line === undefined
  useEffect(() => {
    if (missing && chosen !== undefined) {
      go({ line: chosen, ...(machine !== undefined && { machine }) })
    }
  }, [missing, chosen, machine, go])
  if (chosen === undefined) {
    return (
      <LineChoice
        lines={lines}
        choose={(name) => {
          keepLine(name)
          go({ line: name })
        }}
      />
    )
  }
  const tabs = lines.get(chosen) ?? []
  const open = tabs.find(({ machineId }) => machineId === machine) ?? tabs[0]
  if (!open) return null
  return (
    <Line
      key={chosen}
      clientId={client.id}
      line={chosen}
      machines={tabs}
      open={open.machineId}
      choose={(machineId) => go({ line: chosen, machine: machineId })}
      {...(lines.size > 1 && { changeLine: () => go({ line: '' }) })}
    />
  )
}

function Line({
  clientId,
  line,
  machines,
  open,
  choose,
  changeLine,
}: {
  clientId: number
  line: string
  machines: readonly ClientMachine[]
  open: string
  choose: (machineId: string) => void
  changeLine?: () => void
}) {
  useWakeLock()
  const start = useWindowStart()
  const serialNos = machines.map(({ machineId }) => machineId)
  const feed = useOverview(clientId, serialNos, start.from)
  const reasons = useReasons(clientId)
  const answers = useAnswers(clientId, reasons)
  const { data: plan } = useQuery(clientTimesQuery(clientId))
  // All machines of the line: what was loaded before can be answered without a network.
  const stops = useQueries({
    queries: serialNos.map((serialNo) => operatorStopsQuery(clientId, serialNo, plan)),
  })
  const waitingOf = (index: number) => {
    const data = stops[index]?.data
    if (!data) return 0
    const rows = [...(data.open ? [data.open] : []), ...data.unnamed]
    return rows.filter((stop) => answeredBy(stop, answers) === null).length
  }
  const shown = stops[serialNos.indexOf(open)]
  return (
    <>
      <OperatorHead
        {...{ line, machines, open, choose, feed, answers }}
        counts={machines.map((_, index) => waitingOf(index))}
        {...(changeLine && { changeLine })}
      />
      <main id="main" className={styles.page} tabIndex={-1}>
        {shown && (
          <MachineStops
            key={open}
            {...{ clientId, feed, reasons, answers }}
            serialNo={open}
            query={known(shown)}
          />
        )}
      </main>
      <Toasts />
    </>
  )
}
