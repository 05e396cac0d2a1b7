import type { ClientMachine } from '@packboard/contract'
import { machineState } from '@packboard/model'
import { IconChevronRight } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { CardSkeletons } from '../overview/CardSkeletons.tsx'
import { DateTime } from '../overview/DateTime.tsx'
import cardStyles from '../overview/MachineCard.module.css'
import { MachineFace } from '../overview/MachineCard.tsx'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { StaleBanner } from '../overview/StaleBanner.tsx'
import { StateAnnouncer } from '../overview/StateAnnouncer.tsx'
import { useMachines } from '../overview/useMachines.ts'
import { useOffline } from '../overview/useOffline.ts'
import { useCard, useFrame, useOverview, useStaleSince } from '../overview/useOverview.ts'
import { useWindowStart } from '../overview/useWindowStart.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './ProductionScreen.module.css'
import { useClientOfAddress } from './useClientOfAddress.ts'

const route = getRouteApi('/admin/productionData/$clientId/$machineId')

/** One machine, large. Its charts come with a later release; until then nothing stands in for them. */
export function ProductionScreen() {
  const params = route.useParams()
  const clientId = Number(params.clientId)
  useClientOfAddress(clientId)
  usePageTitle(params.machineId, 'Production')
  const machines = useMachines(clientId)
  const named = ({ machineId }: ClientMachine) => machineId === params.machineId
  return (
    <Loadable
      query={machines}
      emptyText="No Machines Found"
      isEmpty={(answer) => !answer.machines.some(named)}
      waiting={<Waiting machineId={params.machineId} />}
      empty={(mark) => (
        <Message title="No Machines Found" level={1} action={mark}>
          There is no machine {params.machineId} that you may see.
        </Message>
      )}
    >
      {(answer) =>
        answer.machines
          .filter(named)
          .map((machine) => (
            <LiveMachine key={machine.machineId} clientId={clientId} machine={machine} />
          ))
      }
    </Loadable>
  )
}

function LiveMachine({ clientId, machine }: { clientId: number; machine: ClientMachine }) {
  const { from } = useWindowStart()
  const serialNos = useMemo(() => [machine.machineId], [machine.machineId])
  const feed = useOverview(clientId, serialNos, from)
  const phase = useFrame(feed, 'phase')
  if (phase === 'loading') return <Waiting machineId={machine.machineId} />
  if (phase === 'failed') {
    return (
      <Message title="No Data Found" level={1} action={<FailedMark retry={feed.refresh} />}>
        The machine could not be loaded. It is asked for again every 30 seconds.
      </Message>
    )
  }
  return <LargeMachine feed={feed} machine={machine} />
}

function LargeMachine({ feed, machine }: { feed: OverviewFeed; machine: ClientMachine }) {
  const card = useCard(feed, machine.machineId)
  const updatedAt = useFrame(feed, 'updatedAt')
  const nextTryAt = useFrame(feed, 'nextTryAt')
  const staleSince = useStaleSince(feed)
  const offline = useOffline(feed, card)
  if (!card || !updatedAt) return null
  const band = shownBand(card.state, offline)
  return (
    <>
      <StateAnnouncer feed={feed} />
      <div className={styles.head}>
        <div>
          <Breadcrumb />
          <div className={styles.title}>
            <h1>{machine.machineId}</h1>
            <span className={styles.pill} data-band={band}>
              <Glyph shape={shownShape(card.state, offline)} size={12} />
              {offline ? 'OFFLINE' : machineState(card.state).name}
            </span>
            <span>
              {[machine.lineName, machine.machineType.label, offline ? '' : card.product]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        </div>
        <div className={styles.updated} data-stale={staleSince !== null}>
          <span>Last Updated Time</span>
          <b>
            <DateTime at={updatedAt} />
          </b>
        </div>
      </div>
      {staleSince && <StaleBanner since={staleSince} nextTryAt={nextTryAt} retry={feed.refresh} />}
      <article
        className={`panel ${cardStyles.card} ${styles.large}`}
        data-band={band}
        data-stale={staleSince !== null}
        aria-label={machine.machineId}
      >
        <MachineFace {...{ machine, card, updatedAt, staleSince, offline }} />
      </article>
    </>
  )
}

function Waiting({ machineId }: { machineId: string }) {
  return (
    <>
      <div className={styles.head}>
        <div>
          <Breadcrumb />
          <div className={styles.title}>
            <h1>{machineId}</h1>
          </div>
        </div>
      </div>
      <div className={styles.large}>
        <CardSkeletons count={1} />
      </div>
    </>
  )
}

function Breadcrumb() {
  return (
    <nav className={styles.crumb} aria-label="Breadcrumb">
      <Link to="/admin/dashboard">Overview</Link>
      <IconChevronRight size={14} aria-hidden="true" />
      <span aria-current="page">Production</span>
    </nav>
  )
}
