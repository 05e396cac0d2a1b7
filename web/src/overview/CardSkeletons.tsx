import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './CardSkeletons.module.css'
import card from './MachineCard.module.css'
import phone from './PhoneCard.module.css'

const places = Array.from({ length: 60 }, (_, index) => `place ${index + 1}`)
const four = ['run', 'alarm', 'idle', 'ancillary']

/** Skeletons of cards, in the size of the cards; the component around them announces that they are loading. */
export function CardSkeletons({ count }: { count: number }) {
  const narrow = useNarrow()
  if (narrow) return places.slice(0, count).map((place) => <PhoneSkeleton key={place} />)
  return (
    <>
      {places.slice(0, count).map((place) => (
        <div key={place} className={`panel ${card.card} ${styles.card}`} aria-hidden="true">
          <div className={card.head}>
            <Skeleton width={40} height={40} radius={10} />
            <div className={styles.lines}>
              <Skeleton width={96} height={14} />
              <Skeleton width={64} height={12} />
            </div>
          </div>
          <div className={card.body}>
            <div className={`${card.product} ${styles.roomy}`}>
              <Skeleton width={76} height={46} />
              <div className={styles.lines}>
                <Skeleton width={48} height={10} />
                <Skeleton width={124} height={16} />
              </div>
            </div>
            <div className={styles.numbers}>
              <Skeleton width={84} height={38} />
              <Skeleton width={60} height={20} />
              <Skeleton width={60} height={20} />
            </div>
            <div className={styles.strip}>
              <Skeleton width="100%" height={20} />
            </div>
            <div className={`${card.times} ${styles.roomy}`}>
              {four.map((each) => (
                <div key={each} className={styles.lines}>
                  <Skeleton width={40} height={10} />
                  <Skeleton width={62} height={12} />
                </div>
              ))}
            </div>
          </div>
          <div className={`${card.foot} ${styles.roomy}`}>
            <Skeleton width={36} height={12} />
            <Skeleton width={56} height={12} />
            <Skeleton width={122} height={12} />
          </div>
        </div>
      ))}
    </>
  )
}

function PhoneSkeleton() {
  return (
    <div className={`panel ${card.card} ${phone.card} ${styles.phone}`} aria-hidden="true">
      <div className={card.head}>
        <Skeleton width={40} height={40} radius={10} />
        <div className={styles.lines}>
          <Skeleton width={96} height={14} />
          <Skeleton width={64} height={12} />
        </div>
      </div>
      <div className={phone.body}>
        <div className={phone.first}>
          <Skeleton width={96} height={40} />
          <Skeleton width={112} height={32} />
        </div>
        <Skeleton width="100%" height={28} />
      </div>
      <div className={phone.more}>
        <Skeleton width={88} height={12} />
      </div>
    </div>
  )
}
