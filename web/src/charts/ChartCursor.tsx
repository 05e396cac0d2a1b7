import type { KeyboardEvent } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './ChartCursor.module.css'
import { stepByKey } from './stepByKey.ts'

/**
 * Over a chart: the arrow keys move its crosshair, and what is there is read aloud, as of a slider whose value is a moment.
 * The pointer goes through it.
 */
export function ChartCursor({
  count,
  at,
  words,
  go,
  enter,
  leave,
  zoomKey,
}: {
  /** Points of the chart, and where the crosshair is. */
  count: number
  at: number | null
  /** What is at the crosshair. */
  words: string
  go: (index: number) => void
  /** Opens what is at the crosshair. */
  enter?: (() => void) | undefined
  leave: () => void
  /** Zooms or moves the axis by this key; whether it did. */
  zoomKey?: ((event: KeyboardEvent) => boolean) | undefined
}) {
  const say = useTexts('charts')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && at !== null) {
      // Only the crosshair goes, not the dialog that the chart is in.
      event.stopPropagation()
      leave()
      return
    }
    if (event.key === 'Enter' && enter) {
      event.preventDefault()
      enter()
      return
    }
    if (zoomKey?.(event)) {
      event.preventDefault()
      return
    }
    const index = stepByKey(event.key, at, count)
    if (index === null) return
    event.preventDefault()
    go(index)
  }
  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={say('byArrows')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count - 1)}
      aria-valuenow={at ?? 0}
      aria-valuetext={words || say('noMoment')}
      onKeyDown={onKeyDown}
      onBlur={leave}
      data-screen-only
    />
  )
}
