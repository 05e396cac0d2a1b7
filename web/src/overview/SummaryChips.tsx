import { isOffline, type LiveCard } from '@packboard/model'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './SummaryChips.module.css'

/** How many machines are in each band; bands without a machine are left out. */
export function SummaryChips({ cards }: { cards: readonly LiveCard[] }) {
  const now = new Date(useNow())
  const counts = new Map(bandOrder.map((band) => [band, 0]))
  for (const card of cards) {
    const band = shownBand(card.state, isOffline(card, now))
    counts.set(band, (counts.get(band) ?? 0) + 1)
  }
  return (
    <ul className={styles.chips} aria-label="Machines by state">
      {bandOrder
        .filter((band) => (counts.get(band) ?? 0) > 0)
        .map((band) => (
          <li key={band}>
            <span style={{ color: bandLooks[band].colour }}>
              <Glyph shape={bandLooks[band].shape} size={14} />
            </span>
            <b>{counts.get(band)}</b>
            <span className={styles.word}>{bandLooks[band].summary}</span>
          </li>
        ))}
    </ul>
  )
}
