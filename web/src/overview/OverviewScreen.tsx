import { Button } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import { isOffline } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { bandOrder, shownBand, shownShape } from '../charts/bandLook.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import type { ChosenClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { CardSkeletons } from './CardSkeletons.tsx'
import { EmptyBelt } from './EmptyBelt.tsx'
import { MachineCard } from './MachineCard.tsx'
import { nothingHeard, OverviewHead } from './OverviewHead.tsx'
import styles from './OverviewScreen.module.css'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { PhoneCard } from './PhoneCard.tsx'
import { SpeedPanel } from './SpeedPanel.tsx'
import { StaleBanner } from './StaleBanner.tsx'
import { StateAnnouncer } from './StateAnnouncer.tsx'
import { Chips, SummaryChips } from './SummaryChips.tsx'
import { useMachines } from './useMachines.ts'
import { useCardsText, useFrame, useOverview, useStaleSince } from './useOverview.ts'
import { mostDrawn } from './useSight.ts'
import { useWindowStart } from './useWindowStart.ts'

/** How many skeleton cards are drawn before the number of machines is known. */
const guessedMachines = 8

/** The machines of one client, live. */
export function OverviewScreen({ client }: { client: ChosenClient }) {
  const say = useTexts('overview')
  usePageTitle(say('title'), client.name)
  const machines = useMachines(client.id)
  const start = useWindowStart()
  const head = (refreshing: boolean, summary?: ReactNode) => (
    <OverviewHead start={start} freshness={{ ...nothingHeard, refreshing }}>
      {summary}
    </OverviewHead>
  )
  return (
    <Loadable
      query={machines}
      emptyText={say('none')}
      isEmpty={(answer) => answer.machines.length === 0}
      waiting={
        <>
          {head(true, <Chips counts={[]} />)}
          <div className={styles.grid}>
            <CardSkeletons count={guessedMachines} />
          </div>
        </>
      }
      empty={(mark) => (
        <>
          {head(machines.isFetching)}
          <NoMachines client={client} failed={mark} />
        </>
      )}
    >
      {(answer) => <LiveOverview client={client} machines={answer.machines} start={start} />}
    </Loadable>
  )
}

function LiveOverview({
  client,
  machines,
  start,
}: {
  client: ChosenClient
  machines: readonly ClientMachine[]
  start: ReturnType<typeof useWindowStart>
}) {
  const say = useTexts('overview')
  const sayAll = useTexts('ui')
  const serialNos = useMemo(() => machines.map(({ machineId }) => machineId), [machines])
  const feed = useOverview(client.id, serialNos, start.from)
  const phase = useFrame(feed, 'phase')
  const staleSince = useStaleSince(feed)
  const head = (
    <LiveHead feed={feed} start={start} stale={staleSince !== null}>
      {phase !== 'failed' && <SummaryChips feed={feed} />}
    </LiveHead>
  )
  if (phase === 'failed') {
    return (
      <>
        {head}
        <NoMachines client={client} failed={<FailedMark retry={feed.refresh} />} />
      </>
    )
  }
  return (
    <>
      {head}
      <StateAnnouncer feed={feed} stale={staleSince !== null} />
      <IncompleteNote clientId={client.id} from={start.from} />
      {staleSince && <LiveBanner feed={feed} since={staleSince} />}
      <section className={styles.grid} aria-label={say('machines')}>
        {phase === 'loading' ? (
          <>
            <p className="spoken" role="status">
              {sayAll('loading')}
            </p>
            <CardSkeletons count={machines.length} />
          </>
        ) : (
          <MachineCards {...{ feed, machines, staleSince }} clientId={client.id} />
        )}
      </section>
      {phase === 'ready' && (
        <SpeedPanel feed={feed} serialNos={serialNos} stale={staleSince !== null} />
      )}
    </>
  )
}

function LiveHead({
  feed,
  start,
  stale,
  children,
}: {
  feed: OverviewFeed
  start: ReturnType<typeof useWindowStart>
  stale: boolean
  children: ReactNode
}) {
  const freshness = {
    updatedAt: useFrame(feed, 'updatedAt'),
    refreshing: useFrame(feed, 'refreshing'),
    failed: useFrame(feed, 'failed'),
    stale,
  }
  return (
    <OverviewHead start={start} freshness={freshness} retry={feed.refresh}>
      {children}
    </OverviewHead>
  )
}

function LiveBanner({ feed, since }: { feed: OverviewFeed; since: Date }) {
  const nextTryAt = useFrame(feed, 'nextTryAt')
  return <StaleBanner since={since} nextTryAt={nextTryAt} retry={feed.refresh} />
}

/** The cards by line; on a phone the machines that need attention come first. */
function MachineCards({
  feed,
  clientId,
  machines,
  staleSince,
}: {
  feed: OverviewFeed
  clientId: number
  machines: readonly ClientMachine[]
  staleSince: Date | null
}) {
  const narrow = useNarrow()
  const order = useCardsText(
    feed,
    useCallback(
      (cards: Cards, now: Date) =>
        (narrow ? attentionFirst(machines, cards, now) : machines.map((_, index) => index)).join(
          ' ',
        ),
      [narrow, machines],
    ),
  )
  const Card = narrow ? PhoneCard : MachineCard
  const oneOfMany = machines.length > mostDrawn
  return order.split(' ').map((index) => {
    const machine = machines[Number(index)]
    return (
      machine && (
        <Card key={machine.machineId} {...{ feed, clientId, machine, staleSince, oneOfMany }} />
      )
    )
  })
}

/**
 * Order of the machines: the most urgent band first, in the green one waiting before running; equal ones keep
 * the order of their lines.
 */
function attentionFirst(machines: readonly ClientMachine[], cards: Cards, now: Date): number[] {
  const rankOf = ({ machineId }: ClientMachine) => {
    const card = cards.get(machineId)
    if (!card) return bandOrder.length
    const offline = isOffline(card, now)
    const waits = shownShape(card.state, offline) === 'playHollow'
    return bandOrder.indexOf(shownBand(card.state, offline)) - (waits ? 0.5 : 0)
  }
  return machines
    .map((machine, place) => ({ place, rank: rankOf(machine) }))
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ place }) => place)
}

/** Nothing to show, or a failed request: the second carries the mark of D31. */
function NoMachines({ client, failed }: { client: ChosenClient; failed: ReactNode }) {
  const say = useTexts('overview')
  const manages = usePerson().permissions.manageInstallation
  return (
    <Message
      picture={<EmptyBelt />}
      title={say('none')}
      action={
        failed ??
        (manages && (
          <Button component={Link} to="/admin/panel" variant="default">
            {say('openPanel')}
          </Button>
        ))
      }
    >
      {failed ? say('notLoaded') : say(manages ? 'noneYetAdd' : 'noneYet', { client: client.name })}
    </Message>
  )
}
