import { dateTicks } from '../charts/dateTicks.ts'
import type { TimeWindow } from '../charts/timeWindow.ts'
import type { Locale } from '../i18n/useLocale.ts'
import { paint } from '../theme/paint.ts'
import { bandColours, drawLane } from './drawLanes.ts'
import { axisHeight, headHeight, type LaneRows, type LaneSizes } from './laneRows.ts'
import type { Lane, LanePiece } from './lanes.ts'

/** What is drawn, whatever the window. */
export type TimelineView = {
  readonly lanes: readonly Lane[]
  readonly speedStepMs: number
  readonly rows: LaneRows
  readonly sizes: LaneSizes
  /** The piece with a ring. */
  readonly chosen: { readonly row: number; readonly piece: LanePiece } | null
  readonly zone: string
  readonly locale: Locale
}

/** A text of the axis in px: at most so close. */
const tickWidth = 56

/** Draws a window on the canvas, which shows what is `above` px below the upper edge of all lanes: those off the screen cost nothing. */
export function drawTimeline(
  canvas: HTMLCanvasElement,
  view: TimelineView,
  window: TimeWindow,
  above: number,
) {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { lanes, rows, sizes, chosen, speedStepMs } = view
  const { width, height } = fitted(canvas, pen)
  const scale = width / Math.max(1, window.to - window.from)
  const ticks = ticksOf(view, window, width)
  pen.clearRect(0, 0, width, height)
  pen.fillStyle = paint('var(--chart-grid)')
  for (const { at } of ticks) pen.fillRect((at.getTime() - window.from) * scale, 0, 1, height)
  for (const { top } of rows.heads) pen.clearRect(0, top - above, width, headHeight)
  const edge = paint('var(--line-1)')
  const colours = bandColours()
  for (const [row, lane] of lanes.entries()) {
    const top = (rows.tops[row] ?? 0) - above
    if (top + sizes.lane < 0 || top > height) continue
    pen.fillStyle = edge
    pen.fillRect(0, top, width, 1)
    const ring = chosen?.row === row ? chosen.piece : null
    drawLane(pen, lane, top, { window, width, sizes, chosen: ring, speedStepMs, colours })
  }
  drawAxis(pen, ticks, width, (at) => (at - window.from) * scale)
}

/** The canvas in pixels of the screen, the pen in px. */
function fitted(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D) {
  const { width, height } = canvas.getBoundingClientRect()
  const ratio = globalThis.devicePixelRatio
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide
    canvas.height = high
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { width, height }
}

type Ticks = ReturnType<typeof dateTicks>

const ticksOf = ({ zone, locale }: TimelineView, { from, to }: TimeWindow, width: number): Ticks =>
  dateTicks(new Date(from), new Date(to), Math.max(2, Math.floor(width / tickWidth)), zone, locale)

/** It stays above the lanes while they are scrolled. */
function drawAxis(
  pen: CanvasRenderingContext2D,
  ticks: Ticks,
  width: number,
  place: (at: number) => number,
) {
  pen.fillStyle = paint('var(--card)')
  pen.fillRect(0, 0, width, axisHeight)
  pen.font = '500 12px "Inter Variable", Inter, system-ui, sans-serif'
  pen.fillStyle = paint('var(--text-2)')
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  for (const { at, text } of ticks) {
    const x = place(at.getTime())
    const half = pen.measureText(text).width / 2
    if (x >= half && x <= width - half) pen.fillText(text, x, axisHeight / 2)
  }
}
