import { useEffect, useId, useRef } from 'react'
import styles from './CodeField.module.css'

const places = [0, 1, 2, 3, 4, 5]

/** Digits of a code of an authenticator app. */
export const codeDigits = places.length

/**
 * Six digits, each in a box of its own: one field for the keyboard, for pasting and for a phone that fills it in. It takes the focus,
 * because its step asks for nothing else.
 */
export function CodeField({
  label,
  value,
  change,
}: {
  label: string
  value: string
  change: (digits: string) => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className={styles.code}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.field}>
        <input
          ref={field}
          id={id}
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={({ currentTarget }) =>
            change(currentTarget.value.replaceAll(/\D/g, '').slice(0, codeDigits))
          }
        />
        <span className={styles.boxes} aria-hidden="true">
          {places.map((place) => (
            <span key={place} data-next={place === Math.min(value.length, codeDigits - 1)}>
              {value[place] ?? ''}
            </span>
          ))}
        </span>
      </div>
    </div>
  )
}
