import styles from './CardSkeletons.module.css'

const places = Array.from({ length: 24 }, (_, index) => `place ${index + 1}`)

/** Cards that are still to come, of the size that they will have. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      <p className="spoken" role="status">
        Loading...
      </p>
      {places.slice(0, count).map((place) => (
        <div key={place} className={`panel ${styles.card}`} aria-hidden="true">
          <i style={{ width: '60%', height: 40 }} />
          <i style={{ width: '85%', height: 46 }} />
          <i style={{ width: '95%', height: 52 }} />
          <i style={{ width: '100%', height: 20 }} />
          <i style={{ width: '95%', height: 32 }} />
          <i style={{ width: '80%', height: 32, marginTop: 'auto' }} />
        </div>
      ))}
    </>
  )
}
