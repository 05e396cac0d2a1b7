import { isOffline } from '@packboard/model'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { bandWord } from '../language/stateWords.ts'
import { useTexts } from '../language/useTexts.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import styles from './SummaryChips.module.css'
import { useCardsText } from './useOverview.ts'

/** How many machines are in each band. A band without a machine keeps its place, so that nothing around it moves. */
export function SummaryChips({ feed }: { feed: OverviewFeed }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const counts = useCardsText(feed, countsByBand).split(' ')
  return (
    <ul className={styles.chips} aria-label={say('byState')}>
      {bandOrder.map((band, index) => {
        const count = counts[index]
        const { chipColour, shape } = bandLooks[band]
        return (
          <li key={band} data-none={count === '0'}>
            <span style={{ color: chipColour }}>
              <Glyph shape={shape} size={14} />
            </span>
            <b>{count}</b>
            <span className={styles.word}>{bandWord(band, sayState)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The counts in the order of the bands, as `1 1 1 4 1`. */
function countsByBand(cards: Cards, now: Date): string {
  const bands = [...cards.values()].map((card) => shownBand(card.state, isOffline(card, now)))
  return bandOrder.map((band) => bands.filter((each) => each === band).length).join(' ')
}
