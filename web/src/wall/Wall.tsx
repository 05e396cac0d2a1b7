import type { ClientMachine, WallAnswer } from '@packboard/contract'
import { type Density, formatClock, isOffline, localDate, noFigure } from '@packboard/model'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { failureText } from '../api/call.ts'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { needTexts } from '../i18n/language.ts'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import type { Cards, OverviewFeed } from '../overview/overviewFeed.ts'
import { useCardsText, useFrame, useOverview, useStaleSince } from '../overview/useOverview.ts'
import { useShiftProgress } from '../shiftProgress/useShiftProgress.ts'
import { useNow, watchClock } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { useWakeLock } from './useWakeLock.ts'
import styles from './Wall.module.css'
import { LostBanner, OpenAlerts, WallHead } from './WallHead.tsx'
import { WallMessage } from './WallMessage.tsx'
import { WallTile } from './WallTile.tsx'
import { nextTurn, pagesOf, tilesPerPage } from './wallPages.ts'

/** Most televisions show tiles. */
const LineWall = lazy(async () => {
  const [{ LineWall }] = await Promise.all([import('./LineWall.tsx'), needTexts('line')])
  return { default: LineWall }
})

/** The machines of one client for a television: read from five metres, without a keyboard. */
export function Wall({
  info,
  oeee = null,
  density = 'comfortable',
  line,
  controls,
}: {
  info: WallAnswer
  /** The line to show with its flow; while it has none, its machines are tiles. */
  line?: string | undefined
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
  const all = machines.data.machines
  const ofLine = all.filter(({ lineName }) => lineName === line)
  if (line !== undefined && ofLine.some(({ hasFlow }) => hasFlow)) {
    return (
      <Suspense fallback={<WallMessage title={loading} controls={controls} />}>
        <LineWall {...{ info, line, controls }} machines={ofLine} />
      </Suspense>
    )
  }
  const shown = ofLine.length > 0 ? ofLine : all
  return <LiveWall {...{ info, oeee, density, controls }} machines={shown} />
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
        {!staleSince && <OpenAlerts count={info.openAlerts} />}
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

/** The totals of all machines, which page this is, and from when the values are. */
function WallFoot({
  info,
  oeee,
  feed,
  page,
  pages,
  stale,
  controls,
}: {
  info: WallAnswer
  oeee: number | null
  feed: OverviewFeed
  page: number
  pages: number
  stale: boolean
  controls: ReactNode
}) {
  const say = useTexts('wall')
  const packs = useCardsText(feed, packsOf)
  const updatedAt = useFrame(feed, 'updatedAt')
  const failed = useFrame(feed, 'failedAt') !== null
  const { zone, from } = info
  const yesterday = useNow((now) => localDate(from, zone) !== localDate(new Date(now), zone))
  return (
    <footer className={styles.foot} data-stale={stale}>
      <dl>
        <div>
          <dt>
            {say(yesterday ? 'packsSinceYesterday' : 'packsSince', {
              time: formatClock(from, zone).slice(0, 5),
            })}
          </dt>
          <dd>{packs}</dd>
        </div>
        <div>
          <dt>OEEE</dt>
          <dd>{formatPercent(oeee)}</dd>
        </div>
        <WallShift clientId={info.clientId} />
      </dl>
      {pages > 1 && <p className={styles.pages}>{say('pageOf', { page: page + 1, pages })}</p>}
      <p className={styles.updated} data-late={stale || failed}>
        {failed && (
          <IconAlertTriangle role="img" aria-hidden={false} aria-label={say('updateFailed')} />
        )}
        {say('updated', {
          at: updatedAt ? formatClock(updatedAt, zone) : noFigure,
          time: (inner) => <b>{inner}</b>,
        })}
      </p>
      {controls && <div className={styles.controls}>{controls}</div>}
    </footer>
  )
}

function packsOf(cards: Cards): string {
  if (cards.size === 0) return noFigure
  return formatCount([...cards.values()].reduce((sum, { totalPacks }) => sum + totalPacks, 0))
}

/** How many machines are in each band, also of those on other pages; bands without a machine are left out. */
function WallCounts({ feed }: { feed: OverviewFeed }) {
  const say = useTexts('wall')
  const sayState = useTexts('states')
  const counts = useCardsText(feed, countsByBand).split(' ')
  return (
    <ul className={styles.counts} aria-label={say('machinesByState')}>
      {bandOrder.map((band, index) => {
        const count = counts[index]
        if (count === '0') return null
        const { chipColour, shape } = bandLooks[band]
        return (
          <li key={band}>
            <span style={{ color: chipColour }}>
              <Glyph shape={shape} size={32} />
            </span>
            {count}
            <span className="spoken"> {bandWord(band, sayState)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function countsByBand(cards: Cards, now: Date): string {
  const bands = [...cards.values()].map((card) => shownBand(card.state, isOffline(card, now)))
  return bandOrder.map((band) => bands.filter((each) => each === band).length).join(' ')
}

/** The shift of all machines of the wall: made, what is due by now, and where it leads; nothing without shifts or targets. */
function WallShift({ clientId }: { clientId: number }) {
  const say = useTexts('shiftProgress')
  const progress = useShiftProgress(clientId)
  const all = progress?.groups.find(({ by }) => by === 'client')
  if (!all || all.due === null || all.ofShift === null || all.ofShift <= 0) return null
  const { made, due, ofShift, forecast } = all
  return (
    <>
      <div>
        <dt>{say('madeOfDue', { shift: progress?.shift?.name ?? '' })}</dt>
        <dd>
          {formatCount(made)} <small>{say('ofTarget', { target: formatCount(due) })}</small>
        </dd>
      </div>
      {forecast !== null && (
        <div>
          <dt>{say('forecast')}</dt>
          <dd>
            {formatCount(forecast)}{' '}
            <small>{say('ofTarget', { target: formatCount(ofShift) })}</small>
          </dd>
        </div>
      )}
    </>
  )
}

/** The page of the wall that is shown now; looked at every second. */
function useTurningPages(
  feed: OverviewFeed,
  pages: readonly (readonly { readonly machineId: string }[])[],
): number {
  const [turn, setTurn] = useState(() => ({ page: 0, since: Date.now() }))
  useEffect(
    () =>
      watchClock(() => {
        const hasStop = (page: number) =>
          (pages[page] ?? []).some(({ machineId }) => {
            const card = feed.cards.get(machineId)
            if (!card) return false
            return shownBand(card.state, isOffline(card, new Date(feed.now()))) === 'stop'
          })
        setTurn((before) => nextTurn(before, { pages: pages.length, hasStop, now: Date.now() }))
      }),
    [feed, pages],
  )
  return Math.min(turn.page, Math.max(0, pages.length - 1))
}
