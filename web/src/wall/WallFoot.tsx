import type { WallAnswer } from '@packboard/contract'
import { formatClock, localDate, noFigure } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import type { Cards, OverviewFeed } from '../overview/overviewFeed.ts'
import { useCardsText, useFrame } from '../overview/useOverview.ts'
import { useNow } from '../time/useNow.ts'
import styles from './Wall.module.css'
import { WallShift } from './WallShift.tsx'

/** The totals of all machines, which page this is, and from when the values are. */
export function WallFoot({
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
  const failed = useFrame(feed, 'failed')
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
          <IconAlertTriangle
            stroke={1.75}
            role="img"
            aria-hidden={false}
            aria-label={say('updateFailed')}
          />
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
