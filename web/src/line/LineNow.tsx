import { Button } from '@mantine/core'
import type { LineNowWire } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMachines } from '../clients/clientQueries.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { useOverview, useStaleSince } from '../overview/useOverview.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FlowTiles } from './FlowTiles.tsx'
import { LineFigures } from './LineFigures.tsx'
import { LineLanes } from './LineLanes.tsx'
import styles from './LineNow.module.css'
import { type LineScope, lineFlowQuery, lineStopsQuery } from './lineQueries.ts'
import { PresentStop } from './PresentStop.tsx'

/** What a line does at this moment, and the lanes of its machines in the window. */
export function LineNow({
  client,
  scope,
  now,
  from,
  declare,
}: {
  client: ChosenClient
  scope: LineScope
  now: Waiting<LineNowWire>
  /** The begin of the window. */
  from: Date
  /** Opens the editor of the flow. */
  declare: () => void
}) {
  const say = useTexts('line')
  const machines = useMachines(client.id)
  const { line } = scope
  const serialNos = useMemo(
    () =>
      machines.data?.machines.flatMap(({ machineId, lineName }) =>
        lineName === line ? [machineId] : [],
      ) ?? [],
    [machines.data, line],
  )
  const fromMs = from.getTime()
  const feed = useOverview(
    client.id,
    serialNos,
    useMemo(() => new Date(fromMs), [fromMs]),
  )
  const staleSince = useStaleSince(feed)
  const zone = useShownZone()
  const stops = useFigures(lineStopsQuery(scope))
  const flow = useQuery(lineFlowQuery(client.id))
  const inForce = flow.data?.lines.findLast(({ lineName }) => lineName === line)
  return (
    <>
      <Loadable query={now} isEmpty={() => false} waiting={<LineSkeleton />}>
        {(answer) =>
          answer.hasFlow ? (
            <div className={styles.now} data-stale={staleSince !== null}>
              {staleSince && (
                <p className={styles.lost} role="status">
                  <IconCloudOff size={18} />
                  {say('valuesFrom', { time: formatClock(staleSince, zone) })}
                </p>
              )}
              <PresentStop {...{ scope }} now={answer} />
              <LineFigures {...{ scope, declare }} now={answer} stops={stops.query.data?.stops} />
              <FlowTiles now={answer} {...{ feed, scope }} validFrom={inForce?.validFrom ?? null} />
            </div>
          ) : (
            <NoFlow declare={declare} />
          )
        }
      </Loadable>
      <LineLanes
        {...{ scope, stops }}
        order={now.data?.stations.flatMap(({ machines: own }) =>
          own.map(({ machineId }) => machineId),
        )}
        updated={<LastUpdated figures={stops} filter={scope.filter} />}
      />
    </>
  )
}

/** Without a flow nothing is attributed: what to do, and the lanes stay. */
export function NoFlow({ declare }: { declare: () => void }) {
  const say = useTexts('line')
  return (
    <section className={`panel ${styles.noFlow}`}>
      <Message
        title={say('noFlow')}
        action={
          <Button variant="default" onClick={declare}>
            {say('declareFlow')}
          </Button>
        }
      >
        {say('noFlowReason')}
      </Message>
    </section>
  )
}

/** The line in the size that it will have (34b). */
export function LineSkeleton() {
  return (
    <div className={styles.now} aria-hidden="true">
      <Skeleton width="100%" height={64} radius={12} />
      <Skeleton width="100%" height={76} radius={12} />
      <div className={styles.tilesToCome}>
        <Skeleton width="100%" height={96} radius={10} />
        <Skeleton width="100%" height={96} radius={10} />
        <Skeleton width="100%" height={96} radius={10} />
      </div>
      <Skeleton width="100%" height={120} radius={12} />
    </div>
  )
}
