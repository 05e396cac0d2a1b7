import type { ClientMachine, WallAnswer } from '@packboard/contract'
import { type Density, formatClock } from '@packboard/model'
import { type ReactNode, useMemo } from 'react'
import { failureText } from '../api/call.ts'
import { useMachines } from '../clients/useMachines.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCloudOff } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { useFrame, useOverview, useStaleSince } from '../overview/useOverview.ts'
import { useNow } from '../time/useNow.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { useTurningPages } from './useTurningPages.ts'
import { useWakeLock } from './useWakeLock.ts'
import styles from './Wall.module.css'
import { WallFoot } from './WallFoot.tsx'
import { WallCounts, WallHead } from './WallHead.tsx'
import { WallMessage } from './WallMessage.tsx'
import { WallTile } from './WallTile.tsx'
import { pagesOf, tilesPerPage } from './wallPages.ts'

/** The machines of one client for a television: read from five metres, without a keyboard. */
export function Wall({
  info,
  oeee = null,
  density = 'comfortable',
  controls,
}: {
  info: WallAnswer
  /** `compact`: more machines on one page. */
  density?: Density
  /** Percent; comes later than the rest. */
  oeee?: number | null | undefined
  controls?: ReactNode
}) {
  const say = useTexts('wall')
  const loading = useTexts('ui')('loading')
  usePageTitle(say('title'), info.clientName)
  useWakeLock()
  const machines = useMachines(info.clientId)
  if (!machines.data) {
    return machines.isError ? (
      <WallMessage title={say('machinesFailed')} controls={controls}>
        {say('machinesFailedReason', { failure: failureText(machines.error) })}
      </WallMessage>
    ) : (
      <WallMessage title={loading} controls={controls} />
    )
  }
  if (machines.data.machines.length === 0) {
    return (
      <WallMessage title={say('noMachines')} controls={controls}>
        {say('noMachinesReason', { client: info.clientName })}
      </WallMessage>
    )
  }
  return <LiveWall {...{ info, oeee, density, controls }} machines={machines.data.machines} />
}

function LiveWall({
  info,
  oeee,
  density,
  machines,
  controls,
}: {
  info: WallAnswer
  oeee: number | null
  density: Density
  machines: readonly ClientMachine[]
  controls: ReactNode
}) {
  const say = useTexts('wall')
  const serialNos = useMemo(() => machines.map(({ machineId }) => machineId), [machines])
  // The same moment stays the same object when the data are requested again.
  const fromMs = info.from.getTime()
  const from = useMemo(() => new Date(fromMs), [fromMs])
  const feed = useOverview(info.clientId, serialNos, from)
  const phase = useFrame(feed, 'phase')
  const staleSince = useStaleSince(feed)
  const nextTryAt = useFrame(feed, 'nextTryAt')
  const pages = useMemo(() => pagesOf(machines, density), [machines, density])
  const page = useTurningPages(feed, pages)
  if (phase === 'failed') {
    return (
      <WallMessage title={say('notReached')} controls={controls}>
        {say('notReachedReason', { seconds: 30 })}
      </WallMessage>
    )
  }
  return (
    <main className={styles.wall} data-kiosk={controls === undefined}>
      <WallHead info={info}>
        {staleSince ? (
          <LostBanner since={staleSince} zone={info.zone} nextTryAt={nextTryAt} />
        ) : (
          phase === 'ready' && <WallCounts feed={feed} />
        )}
      </WallHead>
      <IncompleteNote clientId={info.clientId} from={from} />
      <section
        key={page}
        className={styles.tiles}
        data-density={density}
        aria-label={say('machines')}
        aria-busy={phase !== 'ready'}
      >
        {phase === 'loading'
          ? skeletons
              .slice(0, pages[0]?.length)
              .map((name) => (
                <div
                  key={name}
                  className={`${styles.tile} ${styles.skeleton}`}
                  aria-hidden="true"
                />
              ))
          : pages[page]?.map((machine) => (
              <WallTile
                key={machine.machineId}
                {...{ feed, staleSince }}
                serialNo={machine.machineId}
                zone={info.zone}
              />
            ))}
      </section>
      <WallFoot
        {...{ info, oeee, feed, page, controls }}
        pages={pages.length}
        stale={staleSince !== null}
      />
    </main>
  )
}

const skeletons = Array.from(
  { length: tilesPerPage.comfortable },
  (_, index) => `tile ${index + 1}`,
)

/** What happened, from when the values are, and what happens next; it replaces the counts. */
function LostBanner({
  since,
  zone,
  nextTryAt,
}: {
  since: Date
  zone: string
  nextTryAt: number | null
}) {
  const say = useTexts('wall')
  const seconds = useNow((now) =>
    nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000)),
  )
  return (
    <div className={styles.banner}>
      <IconCloudOff stroke={1.75} aria-hidden="true" />
      <p>
        <b role="status">{say('connectionLost', { at: formatClock(since, zone) })}</b>
        <span>{seconds > 0 ? say('tryingIn', { seconds }) : say('trying')}</span>
      </p>
    </div>
  )
}
