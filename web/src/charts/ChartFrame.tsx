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
import { useNarrow } from '../ui/useNarrow.ts'
import { ChartCursor } from './ChartCursor.tsx'
import styles from './ChartFrame.module.css'

/** What is said beside the crosshair. */
export type ChartTip = {
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
