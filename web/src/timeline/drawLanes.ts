import { formatClock, type StateBand } from '@packboard/model'
import { bandLooks } from '../charts/bandLook.ts'
import { closedShares, drawClosed } from '../charts/closedTime.ts'
import { dateTicks } from '../charts/dateTicks.ts'
import { alarmGroupLook } from '../charts/GroupChip.tsx'
import { hatching } from '../charts/hatching.ts'
import type { TimeWindow } from '../charts/timeWindow.ts'
import type { Locale } from '../i18n/useLocale.ts'
import { paint } from '../theme/paint.ts'
import { axisHeight, headHeight, type LaneRows, type LaneSizes } from './laneRows.ts'
import type { BandTimes, Lane, LanePiece } from './lanes.ts'

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
  readonly closedWord: string
  /** The present, where the window reaches beyond it; null: it does not. */
  readonly now: number | null
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
  const { lanes, rows, sizes, chosen, speedStepMs, closedWord } = view
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
    const chosenPiece = chosen?.row === row ? chosen.piece : null
    drawLane(pen, lane, top, {
      ...{ window, width, sizes, speedStepMs, colours, closedWord },
      chosen: chosenPiece,
    })
  }
  const place = (at: number) => (at - window.from) * scale
  drawAxis(pen, ticks, width, place)
  const { now, zone } = view
  if (now !== null && now > window.from && now < window.to) {
    drawNow(pen, place(now), formatClock(new Date(now), zone).slice(0, 5), { width, height })
  }
}

/** A line at the present, with its clock on the axis: what is right of it is still to come. */
function drawNow(
  pen: CanvasRenderingContext2D,
  x: number,
  clock: string,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const ground = paint('var(--text-1)')
  pen.fillStyle = ground
  pen.fillRect(Math.round(x), axisHeight - 6, 1, height)
  const half = pen.measureText(clock).width / 2 + 6
  const middle = Math.min(width - half, Math.max(half, x))
  pen.beginPath()
  pen.roundRect(middle - half, axisHeight / 2 - 10, 2 * half, 20, 6)
  pen.fill()
  pen.fillStyle = paint('var(--on-text)')
  pen.fillText(clock, middle, axisHeight / 2)
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

/** What is drawn last is seen: stops over everything, so that none is lost in a pixel. */
const order: readonly StateBand[] = ['go', 'dark', 'hold', 'line', 'stop']
/** From the floor of a step upwards. */
const stacked: readonly StateBand[] = ['hold', 'line', 'stop']
/** A stop of seconds in an hour is still seen, in px. */
const leastHeight = 2
/** A speed over this share of its target is not drawn higher. */
const overTarget = 1.1

/** Of one frame: reading each from the style sheet for each piece costs more than drawing it. */
export type BandColours = Readonly<Record<StateBand, string>>

export const bandColours = (): BandColours => ({
  stop: paint(bandLooks.stop.colour),
  line: paint(bandLooks.line.colour),
  hold: paint(bandLooks.hold.colour),
  go: paint(bandLooks.go.colour),
  dark: paint(bandLooks.dark.colour),
})

export type LaneView = {
  readonly window: TimeWindow
  readonly width: number
  readonly sizes: LaneSizes
  /** The piece with a ring. */
  readonly chosen: LanePiece | null
  readonly speedStepMs: number
  readonly colours: BandColours
  readonly closedWord: string
}

/** Where a step of several states lies, in px. */
type Step = {
  readonly left: number
  readonly wide: number
  readonly foot: number
  readonly whole: number
  readonly colours: BandColours
}

type Place = (at: number) => number

/** One machine, with its upper edge at `top`, over the closed time of its plan. Nothing is drawn where it was offline. */
export function drawLane(pen: CanvasRenderingContext2D, lane: Lane, top: number, view: LaneView) {
  const { window, width, sizes, closedWord } = view
  const { strip } = sizes
  const scale = width / Math.max(1, window.to - window.from)
  // On whole pixels of the screen: an edge between two of them would mix the colours of two states into a third one.
  const ratio = globalThis.devicePixelRatio || 1
  const x: Place = (at) => Math.round((at - window.from) * scale * ratio) / ratio
  drawClosed(
    pen,
    closedShares(lane.closed, window),
    { top: top + 1, width, height: sizes.lane - 1 },
    closedWord,
  )
  drawSpeed(pen, lane, top, view)
  // Few lanes have such a time, and a tile is drawn anew for each.
  const hatched = lane.recovered.length > 0 ? hatching(1) : null
  pen.fillStyle = (hatched && pen.createPattern(hatched, 'repeat')) ?? paint('var(--hatch)')
  for (const { from, to } of lane.recovered) {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, Math.max(x(to), x(from) + 1))]
    if (right > left) pen.fillRect(left, top + strip.top, right - left, strip.height)
  }
  drawStates(pen, lane, top + strip.top + strip.height, view, x)
  drawAlarms(pen, lane, top, view)
  drawChips(pen, lane, top, view)
  const { chosen } = view
  if (!chosen) return
  pen.strokeStyle = paint('var(--focus)')
  pen.lineWidth = 2
  const left = Math.max(1, x(chosen.from) - 2)
  const right = Math.min(width - 1, Math.max(x(chosen.to), x(chosen.from) + 1) + 2)
  pen.strokeRect(left, top + strip.top - 2, right - left, strip.height + 4)
}

/** Times of one state in the height of their band; a step of several shows how much of it each band had. */
function drawStates(
  pen: CanvasRenderingContext2D,
  { byBand }: Lane,
  foot: number,
  { window, width, sizes, colours }: LaneView,
  x: Place,
) {
  const whole = sizes.strip.height
  for (const band of order) {
    const tall = heightOf(band, whole)
    pen.fillStyle = colours[band]
    let painted = -1
    for (const { from, to, bands } of byBand[band]) {
      if (to <= window.from || from >= window.to) continue
      const left = Math.max(0, x(from), painted)
      const right = Math.min(width, Math.max(x(to), x(from) + 1))
      if (right <= left) continue
      painted = right
      if (bands === null) {
        pen.fillRect(left, foot - tall, right - left, tall)
        continue
      }
      drawBands(pen, { left, wide: right - left, foot, whole, colours }, bands, to - from)
      pen.fillStyle = colours[band]
    }
  }
}

const heightOf = (band: StateBand, whole: number) => Math.max(2, whole * bandLooks[band].height)

/**
 * The floor of a step that ran, and on it each band in proportion to its time: as high as its own strip where it lasted for all of the
 * step. So an hour with short stops looks different from an hour that stood, and no stop is hidden.
 */
function drawBands(
  pen: CanvasRenderingContext2D,
  { left, wide, foot, whole, colours }: Step,
  times: BandTimes,
  ms: number,
) {
  const ground = times.go > 0 ? 'go' : times.dark > 0 ? 'dark' : null
  const floor = ground ? heightOf(ground, whole) : 0
  if (ground) {
    pen.fillStyle = colours[ground]
    pen.fillRect(left, foot - floor, wide, floor)
  }
  let top = foot - floor
  for (const band of stacked) {
    if (times[band] === 0) continue
    const room = heightOf(band, whole) - (ground ? foot - top : 0)
    const tall = Math.max(leastHeight, (Math.max(0, room) * times[band]) / ms)
    pen.fillStyle = colours[band]
    const upper = Math.max(foot - whole, top - tall)
    pen.fillRect(left, upper, wide, top - upper)
    top = upper
  }
}

/** The speed from 0 to a tenth over its target, which is a dashed line; without one to its fastest. A step without data is a gap. */
function drawSpeed(
  pen: CanvasRenderingContext2D,
  { speed, fastest, target }: Lane,
  top: number,
  { window, width, speedStepMs, sizes: { graph } }: LaneView,
) {
  const scale = width / Math.max(1, window.to - window.from)
  const most = target ? target * overTarget : fastest
  const yOf = (value: number) => top + graph.top + graph.height * (1 - Math.min(1, value / most))
  const foot = top + graph.top + graph.height
  if (target) {
    pen.strokeStyle = paint('var(--text-3)')
    pen.lineWidth = 1
    pen.setLineDash([1, 4])
    pen.beginPath()
    const y = Math.round(yOf(target)) + 0.5
    pen.moveTo(0, y)
    pen.lineTo(width, y)
    pen.stroke()
    pen.setLineDash([])
  }
  const line = new Path2D()
  const ground = new Path2D()
  let [last, right] = [Number.NEGATIVE_INFINITY, 0]
  const close = () => last > Number.NEGATIVE_INFINITY && ground.lineTo(right, foot)
  for (const [at, value] of speed) {
    if (at + 2 * speedStepMs < window.from || at - speedStepMs > window.to) continue
    const [left, y] = [(at + speedStepMs / 2 - window.from) * scale, yOf(value)]
    if (at - last > 1.5 * speedStepMs) {
      close()
      line.moveTo(left, y)
      ground.moveTo(left, foot)
    } else line.lineTo(left, y)
    ground.lineTo(left, y)
    ;[last, right] = [at, left]
  }
  close()
  pen.fillStyle = paint('var(--chart-lane)')
  pen.globalAlpha = 0.1
  pen.fill(ground)
  pen.globalAlpha = 1
  pen.strokeStyle = paint('var(--chart-lane)')
  pen.lineWidth = 1
  pen.stroke(line)
}

/** A triangle in the colour of the group; those of one pixel are one. */
function drawAlarms(
  pen: CanvasRenderingContext2D,
  { alarms }: Lane,
  top: number,
  { window, width, sizes: { marks } }: LaneView,
) {
  const scale = width / Math.max(1, window.to - window.from)
  let painted = Number.NEGATIVE_INFINITY
  for (const [at, group] of alarms) {
    const middle = (at - window.from) * scale
    if (middle < 0 || middle > width || middle - painted < 4) continue
    painted = middle
    pen.fillStyle = paint(alarmGroupLook(group).colour)
    pen.beginPath()
    pen.moveTo(middle, top + marks.top)
    pen.lineTo(middle + 3.5, top + marks.top + marks.height)
    pen.lineTo(middle - 3.5, top + marks.top + marks.height)
    pen.fill()
  }
}

const chip = { width: 22, height: 15, radius: 4, leastStop: 6 } as const

/**
 * Over the beginning of a long stop the two letters of the group that was first; a stop of few pixels, or one whose letters would cover
 * others, waits for a zoom.
 */
function drawChips(
  pen: CanvasRenderingContext2D,
  { chips }: Lane,
  top: number,
  { window, width, sizes: { strip } }: LaneView,
) {
  const scale = width / Math.max(1, window.to - window.from)
  let painted = Number.NEGATIVE_INFINITY
  for (const { at, ms, group } of chips) {
    if (ms * scale < chip.leastStop) continue
    const left = Math.round((at - window.from) * scale)
    if (left < -chip.width || left > width || left < painted) continue
    painted = left + chip.width + 2
    const { colour, code } = alarmGroupLook(group)
    const upper = top + strip.top - chip.height - 3
    pen.fillStyle = paint(colour)
    pen.beginPath()
    pen.roundRect(left, upper, chip.width, chip.height, chip.radius)
    pen.fill()
    pen.fillStyle = paint('var(--ink)')
    pen.font = '600 10px "Inter Variable", Inter, system-ui, sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(code, left + chip.width / 2, upper + chip.height / 2 + 0.5)
  }
}
