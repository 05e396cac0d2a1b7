import styles from './Spinner.module.css'

const length = 2 * Math.PI * 8

/** A ring: turning while something is running; otherwise filled by `filled`, 0 to 1. */
export function Spinner({ turning, filled = 1 }: { turning: boolean; filled?: number }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={turning ? styles.turning : undefined}
    >
      <circle cx="10" cy="10" r="8" fill="none" stroke="var(--line-2)" strokeWidth="2" />
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="var(--text-2)"
        strokeWidth="2"
        strokeLinecap={filled > 0 ? 'round' : 'butt'}
        strokeDasharray={`${length * (turning ? 0.3 : filled)} ${length}`}
        transform="rotate(-90 10 10)"
      />
    </svg>
  )
}
