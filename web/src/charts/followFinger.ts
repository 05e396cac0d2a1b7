import type { PointerEvent } from 'react'
import type uPlot from 'uplot'

/** Moves the crosshair under a finger that is drawn over the chart; a mouse is followed by the chart itself. */
export function followFinger(plot: uPlot | null, { clientX, clientY, pointerType }: PointerEvent) {
  if (!plot || pointerType === 'mouse') return
  const { left, top } = plot.over.getBoundingClientRect()
  plot.setCursor({ left: clientX - left, top: clientY - top })
}
