import type { IconPencil } from '../icons/furtherIcons.ts'
import styles from './IconButton.module.css'

/** A small picture that does something to its row. */
export function IconButton({
  label,
  icon: Icon,
  disabled = false,
  off = false,
  hint,
  onClick,
}: {
  label: string
  icon: typeof IconPencil
  disabled?: boolean
  /** Does nothing now, and keeps the focus of a keyboard that was on it. */
  off?: boolean
  /** Shown instead of the label: why it is off. */
  hint?: string | undefined
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={hint ?? label}
      disabled={disabled}
      {...(off && { 'aria-disabled': true })}
      onClick={() => off || onClick()}
    >
      <Icon size={18} />
    </button>
  )
}
