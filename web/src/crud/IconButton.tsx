import type { IconPencil } from '../icons/icons.ts'
import styles from './IconButton.module.css'

/** A small picture that does something to its row. */
export function IconButton({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string
  icon: typeof IconPencil
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
