import { Button } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import { isOffline } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useState,
} from 'react'
import { bandOrder, shownBand, shownShape } from '../charts/bandLook.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import type { ChosenClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { linksOfList, useOneStop } from '../ui/useOneStop.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { mostDrawn } from '../ui/useSight.ts'
import {
  type Arrangement,
  arrangedPlaces,
  type Grouping,
  groupsOf,
  useArrangement,
  useGrouping,
} from './arrangement.ts'
import { CardSkeletons, EmptyBelt } from './CardSkeletons.tsx'
import { ArrangeCard, ClientSums, GroupSums, OverviewTools } from './lines/loadLines.ts'
import { MachineCard } from './MachineCard.tsx'
import { Chips, nothingHeard, OverviewHead, SummaryChips } from './OverviewHead.tsx'
import styles from './OverviewScreen.module.css'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import { PhoneCard } from './PhoneCard.tsx'
import { StaleBanner, StateAnnouncer } from './StateAnnouncer.tsx'
import { useCardsText, useFrame, useOverview, useStaleSince } from './useOverview.ts'
import { useTargets } from './useTargets.ts'
import { useWindowStart } from './useWindowStart.ts'

/** Below all cards: they do not wait for it. */
const SpeedPanel = lazy(() =>
  import('./SpeedPanel.tsx').then(({ SpeedPanel }) => ({ default: SpeedPanel })),
)

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
          <div className={styles.grid} style={largestOf([guessedMachines])}>
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
  const arrangement = useArrangement(client.id)
  const grouping = useGrouping(arrangement)
  const targets = useTargets(client.id)
  const [arranging, arrange] = useState(false)
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
  const groups = groupsOf(machines, grouping)
  return (
    <>
      {head}
      <StateAnnouncer feed={feed} stale={staleSince !== null} />
      <IncompleteNote clientId={client.id} from={start.from} />
      {staleSince && <LiveBanner feed={feed} since={staleSince} />}
      <section className={`panel ${styles.sums}`} data-stale={staleSince !== null}>
        {phase === 'ready' && (
          <Suspense fallback={null}>
            <ClientSums
              {...{ client, feed, machines, targets, grouping }}
              from={start.from}
              since={start.time}
            />
          </Suspense>
        )}
      </section>
      <div className={styles.tools}>
        <Suspense fallback={null}>
          <OverviewTools {...{ client, grouping, arranging, arrange }} from={start.from} />
        </Suspense>
      </div>
      <section
        aria-label={say('machines')}
        style={largestOf(groups.map(({ machines: own }) => own.length))}
      >
        {phase === 'loading' ? (
          <>
            <p className="spoken" role="status">
              {sayAll('loading')}
            </p>
            {groups.map(({ key, machines: own }) => (
              <Group key={key} name={key} grouping={grouping}>
                <CardSkeletons count={own.length} />
              </Group>
            ))}
          </>
        ) : (
          <MachineCards
            {...{ client, feed, machines, staleSince, arrangement, grouping, arranging, start }}
          />
        )}
      </section>
      {phase === 'ready' && (
        <Suspense fallback={<section className={`panel ${styles.later}`} />}>
          <SpeedPanel feed={feed} serialNos={serialNos} stale={staleSince !== null} />
        </Suspense>
      )}
    </>
  )
}

/** What the width of a card depends on. */
const largestOf = (sizes: readonly number[]) =>
  ({ '--largest-group': Math.max(1, ...sizes) }) as CSSProperties

/** A line or a machine type with its cards; without grouping the cards alone. */
function Group({
  name,
  grouping,
  sums,
  children,
}: {
  name: string
  grouping: Grouping
  sums?: ReactNode
  children: ReactNode
}) {
  const say = useTexts('overview')
  const id = useId()
  const oneStop = useOneStop<HTMLDivElement>(linksOfList)
  const grid = (
    <div ref={oneStop} className={styles.grid}>
      {children}
    </div>
  )
  if (grouping === 'none') return grid
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header>
        <h2 id={id}>{name || say('noLine')}</h2>
        {sums}
      </header>
      {grid}
    </section>
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

/** The cards in their groups and in the order that the person arranged; on a phone the machines that need attention come first. */
function MachineCards({
  client,
  feed,
  machines,
  staleSince,
  arrangement,
  grouping,
  arranging,
  start,
}: {
  client: ChosenClient
  feed: OverviewFeed
  machines: readonly ClientMachine[]
  staleSince: Date | null
  arrangement: Arrangement
  grouping: Grouping
  arranging: boolean
  start: ReturnType<typeof useWindowStart>
}) {
  const narrow = useNarrow()
  const targets = useTargets(client.id)
  const arranged = useMemo(
    () =>
      arrangedPlaces(machines, arrangement).flatMap((place) => {
        const machine = machines[place]
        return machine ? [machine] : []
      }),
    [machines, arrangement],
  )
  const order = useCardsText(
    feed,
    useCallback(
      (cards: Cards, now: Date) => (narrow ? attentionFirst(arranged, cards, now).join(' ') : ''),
      [narrow, arranged],
    ),
  )
  const groups = useMemo(() => {
    const shown = order === '' ? arranged : order.split(' ').map((place) => arranged[Number(place)])
    const ofMachine = new Map(
      shown.flatMap((machine) => (machine ? [[machine.machineId, machine]] : [])),
    )
    const places = new Map([...ofMachine.keys()].map((serialNo, place) => [serialNo, place]))
    const placeOf = ({ machineId }: ClientMachine) => places.get(machineId) ?? 0
    return groupsOf(machines, grouping).map(({ key, machines: own }) => ({
      key,
      machines: own.toSorted((a, b) => placeOf(a) - placeOf(b)),
    }))
  }, [machines, arranged, order, grouping])
  const Card = narrow ? PhoneCard : MachineCard
  const oneOfMany = machines.length > mostDrawn
  return groups.map(({ key: group, machines: own }) => (
    <Group
      key={group}
      name={group}
      grouping={grouping}
      sums={
        <Suspense fallback={null}>
          <GroupSums
            {...{ group, client, feed, targets, grouping }}
            machines={own}
            from={start.from}
            since={start.time}
          />
        </Suspense>
      }
    >
      {own.map((machine) => (
        <Card
          key={machine.machineId}
          {...{ feed, machine, staleSince, oneOfMany }}
          clientId={client.id}
          target={targets.get(machine.machineId)}
          starred={arrangement.favourites.includes(machine.machineId)}
          over={
            arranging && !narrow ? (
              <Suspense fallback={null}>
                <ArrangeCard
                  clientId={client.id}
                  serialNo={machine.machineId}
                  group={own.map(({ machineId }) => machineId)}
                  arrangement={arrangement}
                />
              </Suspense>
            ) : undefined
          }
        />
      ))}
    </Group>
  ))
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
