import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './Flyout.module.css'

/** A button and what it opens below it; Esc and what is done elsewhere close it. */
export function Flyout({
  label,
  opener,
  openerClass,
  panelClass = '',
  current = false,
  children,
}: {
  label: string
  /** The inside of the button. */
  opener: ReactNode
  openerClass: string | undefined
  panelClass?: string | undefined
  /** The open page is one of those that it leads to. */
  current?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  return (
    <fieldset
      className={styles.flyout}
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // Not also the menu that it is in.
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={openerClass}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panel}
        title={label}
        {...(current && { 'aria-current': 'true' as const })}
        onClick={() => setOpen(!open)}
      >
        {opener}
      </button>
      {/* A press between the controls is none outside. */}
      <div id={panel} className={`${styles.panel} ${panelClass}`} data-open={open} tabIndex={-1}>
        {children}
      </div>
    </fieldset>
  )
}
