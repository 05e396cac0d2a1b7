import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './BusyButton.module.css'

/** A button that shows what it is doing while it does it, and ignores a second press. */
export function BusyButton({
  busy,
  danger = false,
  quiet = false,
  type = 'button',
  form,
  disabled = false,
  onClick,
  children,
}: {
  /** What it is doing, or null. */
  busy: string | null
  /** For what cannot easily be taken back. */
  danger?: boolean
  /** Beside another button that matters more. */
  quiet?: boolean
  type?: 'button' | 'submit'
  /** The form that it sends. */
  form?: string
  disabled?: boolean
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <Button
      type={type}
      {...(form !== undefined && { form })}
      {...(onClick && { onClick })}
      className={`${styles.button} ${danger ? styles.danger : ''}`}
      {...(quiet && { variant: 'default' })}
      disabled={disabled || busy !== null}
      data-busy={busy !== null}
      aria-live="polite"
      {...(busy !== null && { leftSection: <Loader size={16} color="currentColor" /> })}
    >
      {busy ?? children}
    </Button>
  )
}
