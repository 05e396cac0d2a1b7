import type { ClientMachine } from '@packboard/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useMachines } from '../clients/clientQueries.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { type ChosenClient, readClientSearch, useClient } from '../session/chosenClient.ts'
import { useKept } from '../session/kept.ts'
import { usePerson, useSession } from '../session/useSession.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { whileKnown } from './answering.ts'
import { OperatorPage } from './OperatorPage.tsx'
import styles from './OperatorScreen.module.css'
import shared from './Shared.module.css'

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
      query={whileKnown(machines)}
      emptyText={overview('none')}
      isEmpty={(answer) => answer.machines.length === 0}
      saysLoading
    >
      {(answer) => <Lines client={client} machines={answer.machines} />}
    </Loadable>
  )
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
  const say = useTexts('stopBook')
  const { id, firstName } = usePerson()
  const answering = useMemo(() => ({ key: String(id), name: firstName }), [id, firstName])
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
    <OperatorPage
      key={chosen}
      clientId={client.id}
      answering={answering}
      place={chosen === '' ? say('noLine') : chosen}
      machines={tabs}
      open={open.machineId}
      choose={(machineId) => go({ line: chosen, machine: machineId })}
      {...(lines.size > 1 && { changePlace: () => go({ line: '' }) })}
    />
  )
}

/** Chosen once: the line whose machines this tablet or phone is for. */
function LineChoice({
  lines,
  choose,
}: {
  lines: ReadonlyMap<string, readonly ClientMachine[]>
  choose: (line: string) => void
}) {
  const say = useTexts('stopBook')
  return (
    <>
      <TopBar />
      <main id="main" className={styles.choose} tabIndex={-1}>
        <h1>{say('chooseLine')}</h1>
        <p className={shared.sentence}>{say('chooseLineHint')}</p>
        <ul className={styles.lines}>
          {[...lines].map(([name, machines]) => (
            <li key={name}>
              <button type="button" className={styles.line} onClick={() => choose(name)}>
                <b>{name === '' ? say('noLine') : name}</b>
                <span>{machines.map(({ machineId }) => machineId).join(', ')}</span>
                <IconChevronRight size={24} />
              </button>
            </li>
          ))}
        </ul>
      </main>
    </>
  )
}

/** The line whose machines are the tabs, and the machine that is open. */
export type OperatorSearch = { client?: number; line?: string; machine?: string }

const longest = 200

/** Reads an address that may have been typed or cut: values of the wrong shape are ignored. */
export function readOperatorSearch(search: Record<string, unknown>): OperatorSearch {
  const text = (value: unknown) => {
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read.length <= longest ? read : undefined
  }
  const line = text(search.line)
  const machine = text(search.machine)
  return {
    ...readClientSearch(search),
    ...(line !== undefined && { line }),
    ...(machine !== undefined && { machine }),
  }
}
