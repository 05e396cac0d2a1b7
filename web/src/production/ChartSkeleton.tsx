import styles from './ProductionScreen.module.css'

const heights = [36, 54, 46, 67, 58, 75, 39, 62, 53, 50, 43, 60, 48, 56, 44, 64]

/** A chart that is still to come, of the size that it will have. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.comingChart} style={{ height }} aria-hidden="true">
      {heights.map((share) => (
        <i key={share} style={{ height: `${share}%` }} />
      ))}
    </div>
  )
}
