import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type uPlot from 'uplot'
import { useTexts } from '../i18n/useTexts.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './ChartFrame.module.css'

/** What is said beside the crosshair. */
type ChartTip = {
  /** Px from the left of the chart. */
  readonly left: number
  /** There is more space on the left of the pointer than on its right. */
  readonly late: boolean
  readonly content: ReactNode
  /** The same as one sentence, for screen readers. */
  readonly words: string
}

/**
 * What the charts over time share: the element that a chart draws into, the tooltip at its crosshair, and the crosshair
 * under the arrow keys. On a phone there is no room beside the finger: the tooltip lies at the foot of the screen, or at its
 * head while the finger is in the lower half. It stays when the finger is lifted, until something else is touched or the page
 * is scrolled.
 */
export function ChartFrame({
  frame,
  label,
  height,
  tipTop = 12,
  count,
  at,
  tip,
  go,
  follow,
  press,
  enter,
  leave,
  zoomKey,
  reach,
}: {
  frame: RefObject<HTMLDivElement | null>
  /** Summary of the chart for screen readers. */
  label: string
  height: number
  /** Px from the top of the chart to the tooltip. */
  tipTop?: number
  /** Points of the chart, and where the crosshair is. */
  count: number
  at: number | null
  tip: ChartTip | null
  go: (index: number) => void
  /** Moves the crosshair to the pointer. */
  follow: (event: PointerEvent) => void
  /** A press on the chart, and Enter at the crosshair. */
  press?: ((event: MouseEvent) => void) | undefined
  enter?: (() => void) | undefined
  leave: () => void
  zoomKey?: ((event: KeyboardEvent) => boolean) | undefined
  /** How far the crosshair reaches above and below the plot, in px. */
  reach?: { readonly above: number; readonly below: number } | undefined
}) {
  const narrow = useNarrow()
  const [isLow, setLow] = useState(false)
  const isShown = tip !== null
  const dismiss = useRef(leave)
  dismiss.current = leave
  useEffect(() => {
    if (!isShown) return
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) dismiss.current()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [isShown, frame])
  const point = (event: PointerEvent) => {
    setLow(event.clientY > window.innerHeight / 2)
    follow(event)
  }
  return (
    <div className={styles.box}>
      <div
        ref={frame}
        className={styles.chart}
        role="img"
        aria-label={label}
        style={lengths(height, reach)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && leave()}
        onPointerCancel={leave}
        {...(press && { onClick: press })}
      >
        {tip && (
          <div
            className={styles.tooltip}
            data-chart-tip
            data-late={tip.late}
            data-head={isLow}
            style={narrow ? undefined : { left: tip.left, top: tipTop }}
          >
            {tip.content}
          </div>
        )}
      </div>
      <ChartCursor {...{ count, at, go, enter, leave, zoomKey }} words={tip?.words ?? ''} />
    </div>
  )
}

// React takes custom properties, its type does not know them.
const lengths = (height: number, reach?: { readonly above: number; readonly below: number }) =>
  ({
    minHeight: height,
    ...(reach && { '--above': `${reach.above}px`, '--below': `${reach.below}px` }),
  }) as CSSProperties

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

/** Arrows go to the next point of a chart, pages a tenth of it, Home and End to its ends; null for any other key. */
export function stepByKey(key: string, from: number | null, count: number): number | null {
  if (count === 0) return null
  const last = count - 1
  const page = Math.max(1, Math.round(count / 10))
  const bounded = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return bounded(from === null ? 0 : from + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return bounded(from === null ? last : from - 1)
    case 'PageUp':
      return bounded(from === null ? 0 : from + page)
    case 'PageDown':
      return bounded(from === null ? last : from - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Moves the crosshair under a finger that is drawn over the chart; a mouse is followed by the chart itself. */
export function followFinger(plot: uPlot | null, { clientX, clientY, pointerType }: PointerEvent) {
  if (!plot || pointerType === 'mouse') return
  const { left, top } = plot.over.getBoundingClientRect()
  plot.setCursor({ left: clientX - left, top: clientY - top })
}
