import { Button } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import {
  isOffline,
  type LiveCard,
  overviewDefault,
  overviewStart,
  picksClient,
  seesPanel,
  snapToTimeStep,
  wallTime,
} from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bandOrder, shownBand } from '../charts/bandLook.ts'
import type { ChosenClient } from '../clients/chosenClient.ts'
import { useSession } from '../session/useSession.ts'
import { FailedMark } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { useNow } from '../ui/useNow.ts'
import { browserZone } from '../ui/zone.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { EmptyBelt } from './EmptyBelt.tsx'
import { MachineCard } from './MachineCard.tsx'
import { OverviewHead } from './OverviewHead.tsx'
import styles from './OverviewScreen.module.css'
import { PhoneCard } from './PhoneCard.tsx'
import { SpeedPanel } from './SpeedPanel.tsx'
import { StaleBanner } from './StaleBanner.tsx'
import { StateAnnouncer } from './StateAnnouncer.tsx'
import { useMachines } from './useMachines.ts'
import { useOverview } from './useOverview.ts'

/** Values of which nothing was heard for this long are marked as old (design guide §6). */
const staleAfterMs = 90_000

/** The machines of one client, live. */
export function OverviewScreen({ client }: { client: ChosenClient }) {
  const machines = useMachines(client.id)
  const list = useMemo(() => machines.data?.machines ?? [], [machines.data])
  const [from, setFrom] = useState(() => overviewDefault(new Date()).from)
  if (machines.isPending) {
    return (
      <Frame from={from} setFrom={setFrom}>
        <div className={styles.grid}>
          <CardSkeletons count={8} />
        </div>
      </Frame>
    )
  }
  if (list.length === 0) {
    return (
      <Frame from={from} setFrom={setFrom}>
        <NoMachines
          client={client}
          failed={machines.isError}
          retry={() => void machines.refetch()}
        />
      </Frame>
    )
  }
  return <LiveOverview client={client} machines={list} from={from} setFrom={setFrom} />
}

function LiveOverview({
  client,
  machines,
  from,
  setFrom,
}: {
  client: ChosenClient
  machines: readonly ClientMachine[]
  from: Date
  setFrom: (from: Date) => void
}) {
  const serialNos = useMemo(() => machines.map(({ machineId }) => machineId), [machines])
  const { feed, state } = useOverview(client.id, serialNos, from)
  const now = useNow()
  const narrow = useNarrow()
  const stale =
    state.failed && state.updatedAt !== null && now - state.updatedAt.getTime() > staleAfterMs
  const staleSince = stale ? state.updatedAt : null
  const cards = [...state.cards.values()]

  if (state.phase === 'failed') {
    return (
      <Frame from={from} setFrom={setFrom}>
        <NoMachines client={client} failed retry={() => void feed.retry()} />
      </Frame>
    )
  }
  const Card = narrow ? PhoneCard : MachineCard
  const ordered = narrow ? attentionFirst(machines, state.cards, new Date(now)) : machines
  return (
    <>
      <Head from={from} setFrom={setFrom} cards={cards} state={{ ...state, stale }} />
      <StateAnnouncer cards={cards} />
      {state.failed && state.updatedAt && (
        <StaleBanner
          since={state.updatedAt}
          nextTryAt={state.nextTryAt}
          retry={() => void feed.retry()}
        />
      )}
      <section className={styles.grid} aria-label="Machines">
        {state.phase === 'loading' || !state.updatedAt ? (
          <CardSkeletons count={machines.length} />
        ) : (
          ordered.map((machine) => {
            const card = state.cards.get(machine.machineId)
            return (
              card && (
                <Card
                  key={machine.machineId}
                  clientId={client.id}
                  machine={machine}
                  card={card}
                  updatedAt={state.updatedAt!}
                  staleSince={staleSince}
                />
              )
            )
          })
        )}
      </section>
      {state.phase === 'ready' && state.updatedAt && (
        <SpeedPanel
          machines={machines}
          cards={state.cards}
          from={from}
          to={state.updatedAt}
          stepSeconds={state.graphStep}
        />
      )}
    </>
  )
}

type HeadState = { updatedAt: Date | null; refreshing: boolean; stale: boolean }
const loading: HeadState = { updatedAt: null, refreshing: true, stale: false }

function Head({
  from,
  setFrom,
  cards = [],
  state = loading,
}: {
  from: Date
  setFrom: (from: Date) => void
  cards?: readonly LiveCard[]
  state?: HeadState
}) {
  return (
    <OverviewHead
      cards={cards}
      startTime={wallTime(from, browserZone).time.slice(0, 5)}
      changeStartTime={(time) => {
        if (time) setFrom(overviewStart(snapToTimeStep(time), browserZone, new Date()))
      }}
      updatedAt={state.updatedAt}
      refreshing={state.refreshing}
      stale={state.stale}
    />
  )
}

function Frame({
  from,
  setFrom,
  children,
}: {
  from: Date
  setFrom: (from: Date) => void
  children: React.ReactNode
}) {
  return (
    <>
      <Head from={from} setFrom={setFrom} />
      {children}
    </>
  )
}

/** Nothing to show, or nothing that could be loaded: the second carries the mark of D31. */
function NoMachines({
  client,
  failed,
  retry,
}: {
  client: ChosenClient
  failed: boolean
  retry: () => void
}) {
  const session = useSession()
  const manages = session !== null && seesPanel(session.role) && picksClient(session.role)
  return (
    <Message
      picture={<EmptyBelt />}
      title="No Machines Found"
      action={
        failed ? (
          <FailedMark retry={retry} />
        ) : manages ? (
          <Button component={Link} to="/admin/panel" variant="default">
            Open Management Panel
          </Button>
        ) : undefined
      }
    >
      {failed
        ? 'The machines could not be loaded. They are asked for again every 30 seconds.'
        : `No machine is assigned to ${client.name} yet. Once one is, it appears here.`}
    </Message>
  )
}

/** On a phone what needs a person comes first; machines of one band keep the order of their lines. */
function attentionFirst(
  machines: readonly ClientMachine[],
  cards: ReadonlyMap<string, LiveCard>,
  now: Date,
): ClientMachine[] {
  const rank = ({ machineId }: ClientMachine) => {
    const card = cards.get(machineId)
    return card ? bandOrder.indexOf(shownBand(card.state, isOffline(card, now))) : bandOrder.length
  }
  return machines.toSorted((a, b) => rank(a) - rank(b))
}
