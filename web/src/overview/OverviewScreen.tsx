import { Button } from '@mantine/core'
import type { ClientMachine } from '@packboard/contract'
import { Link } from '@tanstack/react-router'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useState,
} from 'react'
import { useMachines } from '../clients/clientQueries.ts'
import { TimesInField } from '../filter/TimesInField.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAdjustmentsHorizontal } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import type { ChosenClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { useDensity } from '../theme/density.ts'
import { useShownZone } from '../time/zone.ts'
import { Flyout } from '../ui/Flyout.tsx'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
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
import { Block, Blocks } from './Blocks.tsx'
import { CardSkeletons, EmptyBelt } from './CardSkeletons.tsx'
import { type CardLook, cardLook } from './columns.ts'
import { ArrangeCard, ChosenView, ClientSums, GroupSums, OverviewTools } from './lines/loadLines.ts'
import type { ToolProps } from './lines/OverviewTools.tsx'
import { MachineCard } from './MachineCard.tsx'
import headStyles from './OverviewHead.module.css'
import { NeedsAttention, nothingHeard, OverviewHead, PlantRow } from './OverviewHead.tsx'
import styles from './OverviewScreen.module.css'
import type { OverviewFeed } from './overviewFeed.ts'
import { PhoneCards } from './PhoneCard.tsx'
import type { SpeedPanel as Speeds } from './SpeedPanel.tsx'
import { StateAnnouncer } from './StateAnnouncer.tsx'
import { useFrame, useOverview, useStaleSince } from './useOverview.ts'
import { type Targets, useTargets } from './useTargets.ts'
import { useWindowStart } from './useWindowStart.ts'

/** Below all cards: they do not wait for it, and without a network they stay without it. */
const SpeedPanel = lazy<ComponentType<ComponentProps<typeof Speeds>>>(() =>
  import('./SpeedPanel.tsx').then(
    ({ SpeedPanel }) => ({ default: SpeedPanel }),
    () => ({ default: () => null }),
  ),
)

/** How many skeleton cards are drawn before the number of machines is known. */
const guessedMachines = 8

/** The machines of one client, live. */
export function OverviewScreen({ client }: { client: ChosenClient }) {
  const say = useTexts('overview')
  usePageTitle(say('title'), client.name)
  const machines = useMachines(client.id)
  const start = useWindowStart()
  const head = (refreshing: boolean) => (
    <>
      <OverviewHead freshness={{ ...nothingHeard, refreshing }} />
      <PlantRow {...{ client, start }} />
    </>
  )
  return (
    <Loadable
      // Machines that were known stay while their list cannot be read again.
      query={{ ...machines, isError: machines.isError && machines.data === undefined }}
      emptyText={say('none')}
      isEmpty={(answer) => answer.machines.length === 0}
      waiting={
        <>
          {head(true)}
          <Blocks look="whole" sizes={[guessedMachines]}>
            <Block machines={guessedMachines} titleComes>
              <CardSkeletons count={guessedMachines} />
            </Block>
          </Blocks>
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

type Start = ReturnType<typeof useWindowStart>

function LiveOverview({
  client,
  machines,
  start,
}: {
  client: ChosenClient
  machines: readonly ClientMachine[]
  start: Start
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
  const narrow = useNarrow()
  const compact = useDensity() === 'compact'
  const [arranging, arrange] = useState(false)
  const stale = staleSince !== null
  const tools = { client, grouping, arranging, arrange, from: start.from }
  const head = (
    <LiveHead feed={feed} stale={stale} view={<ViewChoice {...tools} />}>
      {phase !== 'failed' && !narrow && <NeedsAttention clientId={client.id} feed={feed} />}
    </LiveHead>
  )
  if (phase === 'failed') {
    return (
      <>
        {head}
        <PlantRow {...{ client, start }} />
        <NoMachines client={client} failed={<FailedMark retry={feed.refresh} />} />
      </>
    )
  }
  const groups = groupsOf(machines, grouping)
  const look = cardLook(compact && !narrow, machines.length)
  const titleOf = (key: string) => (grouping === 'none' ? null : key || say('noLine'))
  return (
    <>
      {head}
      <StateAnnouncer feed={feed} stale={stale} />
      <IncompleteNote clientId={client.id} from={start.from} />
      <PlantRow {...{ client, start, stale }}>
        {phase === 'ready' && (
          <Suspense fallback={null}>
            <ClientSums
              {...{ client, feed, machines, targets, grouping }}
              from={start.from}
              since={start.time}
            />
          </Suspense>
        )}
      </PlantRow>
      <Suspense fallback={null}>
        <ChosenView {...tools} machines={machines.length} />
      </Suspense>
      <section aria-label={say('machines')}>
        {phase === 'loading' && (
          <p className="spoken" role="status">
            {sayAll('loading')}
          </p>
        )}
        <Blocks look={look} sizes={groups.map(({ machines: own }) => own.length)}>
          {phase === 'loading' ? (
            groups.map(({ key, machines: own }) => (
              <Block key={key} title={titleOf(key)} machines={own.length}>
                <CardSkeletons count={own.length} />
              </Block>
            ))
          ) : (
            <MachineCards
              {...{ client, feed, machines, staleSince, arrangement, grouping, targets }}
              {...{ arranging, start, look, narrow, titleOf }}
            />
          )}
        </Blocks>
      </section>
      {phase === 'ready' && (
        <Suspense fallback={<section className={`panel ${styles.later}`} />}>
          <SpeedPanel feed={feed} serialNos={serialNos} stale={stale} />
        </Suspense>
      )}
    </>
  )
}

/** How the machines are shown, behind one button. */
function ViewChoice(tools: ToolProps) {
  const say = useTexts('overview')
  return (
    <Flyout
      label={say('view')}
      opener={<IconAdjustmentsHorizontal size={20} />}
      openerClass={headStyles.view}
      panelClass={styles.choices}
    >
      <TimesInField zone={useShownZone()} />
      <Suspense fallback={null}>
        <OverviewTools {...tools} />
      </Suspense>
    </Flyout>
  )
}

function LiveHead({
  feed,
  stale,
  view,
  children,
}: {
  feed: OverviewFeed
  stale: boolean
  view: ReactNode
  children: ReactNode
}) {
  const freshness = {
    updatedAt: useFrame(feed, 'updatedAt'),
    refreshing: useFrame(feed, 'refreshing'),
    failed: useFrame(feed, 'failedAt') !== null,
    stale,
  }
  return (
    <OverviewHead freshness={freshness} retry={feed.refresh} view={view}>
      {children}
    </OverviewHead>
  )
}

/** The cards in their blocks and in the order that the person arranged; on a phone the machines that need attention come first. */
function MachineCards({
  client,
  feed,
  machines,
  staleSince,
  arrangement,
  grouping,
  targets,
  arranging,
  start,
  look,
  narrow,
  titleOf,
}: {
  client: ChosenClient
  feed: OverviewFeed
  machines: readonly ClientMachine[]
  staleSince: Date | null
  arrangement: Arrangement
  grouping: Grouping
  targets: Targets
  arranging: boolean
  start: Start
  look: CardLook
  narrow: boolean
  titleOf: (key: string) => string | null
}) {
  const arranged = useMemo(
    () =>
      arrangedPlaces(machines, arrangement).flatMap((place) => {
        const machine = machines[place]
        return machine ? [machine] : []
      }),
    [machines, arrangement],
  )
  const oneOfMany = machines.length > mostDrawn
  return groupsOf(machines, grouping).map(({ key: group, machines: own }) => {
    const inBlock = new Set(own)
    const shown = arranged.filter((machine) => inBlock.has(machine))
    const card = (machine: ClientMachine) => ({
      ...{ feed, machine, staleSince, oneOfMany },
      clientId: client.id,
      target: targets.get(machine.machineId),
      starred: arrangement.favourites.includes(machine.machineId),
    })
    return (
      <Block
        key={group}
        title={titleOf(group)}
        line={grouping === 'line' ? group : undefined}
        machines={own.length}
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
        {narrow ? (
          <PhoneCards feed={feed} machines={shown} card={card} titled={grouping === 'none'} />
        ) : (
          shown.map((machine) => (
            <MachineCard
              key={machine.machineId}
              {...card(machine)}
              look={look}
              line={grouping === 'line' ? '' : machine.lineName}
              over={
                arranging && (
                  <Suspense fallback={null}>
                    <ArrangeCard
                      clientId={client.id}
                      serialNo={machine.machineId}
                      group={shown.map(({ machineId }) => machineId)}
                      arrangement={arrangement}
                    />
                  </Suspense>
                )
              }
            />
          ))
        )}
      </Block>
    )
  })
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
