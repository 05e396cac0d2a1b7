import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './HoldButton.module.css'

/** A signature is no slip of a finger: the button is held for so long, in ms. */
const holdMs = 1_000

/** A large button that is held for a second, by a finger or a key; what lets go earlier does nothing. */
export function HoldButton({
  hint,
  go,
  children,
}: {
  /** Says that it is held. */
  hint: string
  go: () => void
  children: ReactNode
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [held, hold] = useState(false)
  const begin = () => {
    clearTimeout(timer.current)
    hold(true)
    timer.current = setTimeout(() => {
      hold(false)
      go()
    }, holdMs)
  }
  const end = () => {
    clearTimeout(timer.current)
    hold(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      type="button"
      className={styles.hold}
      data-held={held}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={({ key, repeat }) => (key === 'Enter' || key === ' ') && !repeat && begin()}
      onKeyUp={end}
      onBlur={end}
    >
      <small>{hint}</small>
      <b>{children}</b>
    </button>
  )
}
