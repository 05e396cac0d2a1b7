import styles from './MetricCards.module.css'

const height = 40
const pitch = 12
const wide = 9
/** Two days are two bars, not two blocks. */
const widest = 16

/** How something was spread over a window, oldest first; the last part may still be under way and is dimmer. */
export function SparkBars({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  const bars = values.map((value, index) => {
    const tall = Math.max(1, (height * value) / most)
    return `M${index * pitch} ${height}v-${tall}h${wide}v${tall}z`
  })
  return (
    <svg
      className={styles.spark}
      style={{ maxWidth: values.length * widest }}
      viewBox={`0 0 ${values.length * pitch - (pitch - wide)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bars.slice(0, -1).join('')} fill="var(--spark)" />
      <path d={bars.at(-1)} fill="var(--spark-last)" />
    </svg>
  )
}
