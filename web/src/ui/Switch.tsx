import styles from './Switch.module.css'

/** On or off at once, without a form: its position says it, not a colour alone. */
export function Switch({
  label,
  on,
  disabled = false,
  change,
}: {
  label: string
  on: boolean
  disabled?: boolean
  change: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={on}
      title={label}
      disabled={disabled}
      onClick={() => change(!on)}
    >
      <span />
    </button>
  )
}
