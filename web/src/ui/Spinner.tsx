import styles from './Spinner.module.css'

const length = 2 * Math.PI * 8

/** A ring: turning while something is under way; otherwise it fills until the next time, in `seconds`. */
export function Spinner({ turning, seconds }: { turning: boolean; seconds?: number | undefined }) {
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
        strokeDasharray={`${turning ? length * 0.3 : length} ${length}`}
        transform="rotate(-90 10 10)"
        className={turning || seconds === undefined ? undefined : styles.filling}
        style={seconds === undefined ? undefined : { animationDuration: `${seconds}s` }}
      />
    </svg>
  )
}
