import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './CardSkeletons.module.css'
import card from './MachineCard.module.css'

const places = Array.from({ length: 60 }, (_, index) => `place ${index + 1}`)

/** Skeletons of cards, in the size of the cards; the component around them announces that they are loading. */
export function CardSkeletons({ count }: { count: number }) {
  const narrow = useNarrow()
  return places.slice(0, count).map((place) => (
    <div key={place} className={`panel ${narrow ? styles.row : card.card}`} aria-hidden="true">
      <div className={narrow ? styles.head : card.head}>
        <Skeleton width={narrow ? 16 : 36} height={narrow ? 16 : 36} radius={9} />
        <div className={styles.lines}>
          <Skeleton width={96} height={14} />
          <Skeleton width={64} height={12} />
        </div>
      </div>
      {!narrow && (
        <div className={styles.body}>
          <Skeleton width="60%" height={30} />
          <Skeleton width="100%" height={14} />
          <div className={styles.roomy}>
            <Skeleton width="100%" height={28} />
          </div>
          <div className={styles.roomy}>
            <Skeleton width="100%" height={28} />
          </div>
        </div>
      )}
    </div>
  ))
}

/** An empty belt: there is no machine to show. */
export function EmptyBelt() {
  return (
    <svg width="240" height="112" viewBox="0 0 240 112" fill="none" aria-hidden="true">
      <path d="M8 84.5h224" stroke="var(--art-4)" strokeWidth="1.5" />
      <path d="M8 104h224" stroke="var(--line-1)" />
      <circle cx="20" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="48" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="76" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="104" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="132" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="160" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="188" cy="94.5" r="6" stroke="var(--line-2)" />
      <circle cx="216" cy="94.5" r="6" stroke="var(--line-2)" />
      <path
        d="M24 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
      <path
        d="M92 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
      <path
        d="M160 50l4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.2 4 4.2-4 4.3h56l-4-4.3 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2-4-4.2 4-4.2z"
        fill="var(--no-data)"
        stroke="var(--art-2)"
        strokeWidth="1.25"
        strokeDasharray="4 4"
      />
    </svg>
  )
}
