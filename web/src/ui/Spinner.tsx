import styles from './Spinner.module.css'

/** A ring: turning while something is under way, still and partly drawn otherwise. */
export function Spinner({ turning, share = 0.72 }: { turning: boolean; share?: number }) {
  const length = 2 * Math.PI * 8
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
        strokeLinecap="round"
        strokeDasharray={`${length * share} ${length}`}
        transform="rotate(-90 10 10)"
      />
    </svg>
  )
}
