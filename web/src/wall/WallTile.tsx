import { formatClock, type LiveCard, type StripPart, stripHours } from '@packboard/model'
import { memo } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import { ClosedTimes } from '../charts/ClosedTimes.tsx'
import { stripSegments } from '../charts/stripSegments.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useCard, useFrame, useOffline, useSilentWord } from '../overview/useOverview.ts'
import { useNow } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './Wall.module.css'
import { wallId, wallTile } from './wallTile.ts'

const minuteMs = 60_000

/** One machine of the wall. Old values lose their colour and show their time. */
export const WallTile = memo(function WallTile({
  feed,
  serialNo,
  zone,
  staleSince,
}: {
  feed: OverviewFeed
  serialNo: string
  zone: string
  staleSince: Date | null
}) {
  const say = useTexts('wall')
  const card = useCard(feed, serialNo)
  const updatedAt = useFrame(feed, 'updatedAt')
  const offline = useOffline(feed, feed, serialNo)
  const silent = useSilentWord(feed, feed, serialNo)
  const minutes = useMinutes(feed, card, staleSince)
  if (!card || !updatedAt) return null
  if (offline) return <OfflineTile {...{ serialNo, silent }} stale={staleSince !== null} />
  const { fill, shape, state, detail, lead, foot } = wallTile(card, minutes)
  const band = shownBand(card.state, false)
  return (
    <article
      className={styles.tile}
      data-band={band}
      data-fill={staleSince ? 'none' : fill}
      data-stale={staleSince !== null}
      aria-label={`${serialNo}, ${state}`}
    >
      <div className={styles.top}>
        <div className={styles.id}>
          <b data-text="id">{wallId(serialNo)}</b>
          <Glyph shape={shape} size={56} />
        </div>
        <p className={styles.state} data-text="state">
          {state}
        </p>
        {staleSince ? (
          <p className={styles.detail}>
            {say('asOf', { time: formatClock(staleSince, zone).slice(0, 5) })}
          </p>
        ) : (
          <p className={styles.detail}>{detail}</p>
        )}
      </div>
      <p className={styles.lead}>
        <span data-text="value">{lead.value}</span>
        <small>{lead.unit}</small>
      </p>
      <div className={styles.bottom}>
        <WallStrip serialNo={serialNo} parts={card.strip} closed={card.closed} to={updatedAt} />
        <p>{foot}</p>
      </div>
    </article>
  )
})

/** Whole minutes in the present state, as long as it is known. */
function useMinutes(
  feed: OverviewFeed,
  card: LiveCard | undefined,
  staleSince: Date | null,
): number | null {
  const since = card?.stateSince
  const minutes = useNow(() => {
    if (!since) return -1
    const until = staleSince?.getTime() ?? feed.now()
    return Math.max(0, Math.floor((until - since.getTime()) / minuteMs))
  })
  return minutes < 0 ? null : minutes
}

/** An OFFLINE machine shows its name and the word, nothing else (specification §2). */
function OfflineTile({
  serialNo,
  silent,
  stale,
}: {
  serialNo: string
  silent: string
  stale: boolean
}) {
  return (
    <article
      className={styles.tile}
      data-band="dark"
      data-fill="none"
      data-stale={stale}
      aria-label={`${serialNo}, ${silent}`}
    >
      <div className={styles.top}>
        <div className={styles.id}>
          <b data-text="id">{wallId(serialNo)}</b>
          <Glyph shape="slash" size={56} />
        </div>
      </div>
      <p className={styles.offline} data-text="state">
        {silent}
      </p>
    </article>
  )
}

const width = 400
const height = 32

/** The states of the last 8 hours, high enough for the other end of the hall. */
const WallStrip = memo(function WallStrip({
  serialNo,
  parts,
  closed,
  to,
}: {
  serialNo: string
  parts: readonly StripPart[]
  closed: LiveCard['closed']
  to: Date
}) {
  const say = useTexts('wall')
  const from = new Date(to.getTime() - stripHours * 3_600_000)
  return (
    <div className={styles.strips}>
      <ClosedTimes {...{ closed, from, to }} quiet />
      <svg
        className={styles.strip}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say('statesOf', { machine: serialNo, hours: stripHours })}
        shapeRendering="crispEdges"
      >
        <rect x="0" y={height - 1} width={width} height="1" fill="var(--line-1)" />
        {stripSegments(parts, from, to, width).map(
          ({ x, width: wide, height: share, colour, hollow }) => {
            const tall = share * height
            const place = { x, y: height - tall, width: wide }
            return (
              <g key={`${x} ${share}`}>
                <rect {...place} height={tall} fill={hollow ? 'var(--go-line)' : colour} />
                {hollow && <rect {...place} height="2" fill="var(--go-text)" />}
              </g>
            )
          },
        )}
      </svg>
    </div>
  )
})
