import { isOffline, noFigure } from '@packboard/model'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { Cards, OverviewFeed } from './overviewFeed.ts'
import styles from './SummaryChips.module.css'
import { useCardsText, useFrame } from './useOverview.ts'

/** How many machines are in each band. */
export function SummaryChips({ feed }: { feed: OverviewFeed }) {
  const ready = useFrame(feed, 'phase') === 'ready'
  const counts = useCardsText(feed, countsByBand).split(' ')
  return <Chips counts={ready ? counts : []} />
}

/** A band without a machine, or whose machines are not counted yet, keeps its place: nothing around it moves. */
export function Chips({ counts }: { counts: readonly string[] }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <ul className={styles.chips} aria-label={say('byState')}>
      {bandOrder.map((band, index) => {
        const count = counts[index] ?? noFigure
        const { chipColour, shape } = bandLooks[band]
        return (
          <li key={band} data-none={!Number.parseInt(count, 10)}>
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
