import { overviewDefault } from '@packboard/model'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import cardStyles from '../overview/MachineCard.module.css'
import { MachineFace, useOffline } from '../overview/MachineCard.tsx'
import { useMachines } from '../overview/useMachines.ts'
import { useOverview } from '../overview/useOverview.ts'
import { FailedMark } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import styles from './ProductionScreen.module.css'

const route = getRouteApi('/admin/productionData/$clientId/$machineId')

/** One machine, large. Its charts come with the next release; until then nothing stands in for them. */
export function ProductionScreen() {
  const params = route.useParams()
  const clientId = Number(params.clientId)
  const machines = useMachines(clientId)
  const machine = machines.data?.machines.find(({ machineId }) => machineId === params.machineId)
  if (machines.isPending) return <p role="status">Loading...</p>
  if (!machine) {
    return (
      <Message
        title="No Machines Found"
        {...(machines.isError && { action: <FailedMark retry={() => void machines.refetch()} /> })}
      >
        There is no machine {params.machineId} that you may see.
      </Message>
    )
  }
  return (
    <div className={styles.page}>
      <nav className={styles.crumb} aria-label="Breadcrumb">
        <Link to="/admin/dashboard">Machine overview</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{machine.machineId}</span>
      </nav>
      <h1 className={styles.title}>
        {machine.machineId} <small>{machine.machineType.label}</small>
      </h1>
      <LargeCard clientId={clientId} machine={machine} />
    </div>
  )
}

function LargeCard({
  clientId,
  machine,
}: {
  clientId: number
  machine: Parameters<typeof MachineFace>[0]['machine']
}) {
  const [from] = useState(() => overviewDefault(new Date()).from)
  const serialNos = useMemo(() => [machine.machineId], [machine.machineId])
  const { feed, state } = useOverview(clientId, serialNos, from)
  const card = state.cards.get(machine.machineId)
  if (state.failed && !card) return <FailedMark retry={() => void feed.retry()} />
  if (!card || !state.updatedAt) return <p role="status">Loading...</p>
  return (
    <Face
      machine={machine}
      card={card}
      updatedAt={state.updatedAt}
      staleSince={state.failed ? state.updatedAt : null}
    />
  )
}

function Face(props: Omit<Parameters<typeof MachineFace>[0], 'offline'>) {
  const offline = useOffline(props.card)
  return (
    <article
      className={`panel ${cardStyles.card} ${styles.large}`}
      data-band={shownBand(props.card.state, offline)}
      data-stale={props.staleSince !== null}
      aria-label={props.machine.machineId}
    >
      <MachineFace {...props} offline={offline} />
    </article>
  )
}
