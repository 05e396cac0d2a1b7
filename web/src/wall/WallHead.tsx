import type { WallAnswer } from '@packboard/contract'
import { formatClock, isOffline, zoneLabel } from '@packboard/model'
import type { ReactNode } from 'react'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { Cards, OverviewFeed } from '../overview/overviewFeed.ts'
import { useCardsText } from '../overview/useOverview.ts'
import { BrandMark } from '../shell/BrandMark.tsx'
import { useNow } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './Wall.module.css'

/** Whose wall this is, where its clocks are, and what time it is there. */
export function WallHead({ info, children }: { info: WallAnswer; children?: ReactNode }) {
  const { clientName, zone } = info
  const clock = useNow((now) => formatClock(new Date(now), zone).slice(0, 5))
  const place = useNow((now) => zoneLabel(zone, new Date(now)))
  return (
    <header className={styles.head}>
      <BrandMark size={44} />
      <div className={styles.client}>
        <h1>{clientName}</h1>
        <p>{place}</p>
      </div>
      {children}
      <time className={styles.clock}>{clock}</time>
    </header>
  )
}

/** How many machines are in each band, also of those on other pages; bands without a machine are left out. */
export function WallCounts({ feed }: { feed: OverviewFeed }) {
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
