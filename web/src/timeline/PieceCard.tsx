import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './PieceCard.module.css'

const width = 288
const gap = 8

/** Under a piece of a lane, or over it where there is no room; it stays while the pointer is in it. */
export function PieceCard({
  left,
  top,
  bottom,
  children,
}: {
  /** The middle of the piece, and the edges of its strip, in px of the chart. */
  left: number
  top: number
  bottom: number
  children: ReactNode
}) {
  const card = useRef<HTMLDivElement>(null)
  const [place, move] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const element = card.current
    const chart = element?.offsetParent
    if (!element || !chart) return
    const { height } = element.getBoundingClientRect()
    const box = chart.getBoundingClientRect()
    const isBelow = box.top + bottom + gap + height <= window.innerHeight
    move({
      left: Math.max(0, Math.min(box.width - width, left - width / 2)),
      top: isBelow ? bottom + gap : top - gap - height,
    })
  }, [left, top, bottom])
  return (
    <div
      ref={card}
      className={styles.card}
      style={{ width, left: place?.left ?? 0, top: place?.top ?? 0, opacity: place ? 1 : 0 }}
      data-screen-only
      data-piece-card
    >
      {children}
    </div>
  )
}
