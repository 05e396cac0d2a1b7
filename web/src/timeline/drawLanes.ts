import type { StateBand } from '@packboard/model'
import { alarmGroupLook } from '../charts/alarmGroupLook.ts'
import { bandLooks } from '../charts/bandLook.ts'
import { hatching } from '../charts/hatching.ts'
import type { TimeWindow } from '../charts/timeWindow.ts'
import { paint } from '../theme/paint.ts'
import type { Lane, LanePiece } from './lanes.ts'

/** Heights of a lane, in px: a graph of the speed over the strip of states over the marks of alarms. */
export const laneHeight = 64
const graph = { top: 6, height: 22 } as const
const strip = { top: 32, height: 20 } as const
const marks = { top: 54, height: 6 } as const

/** What is drawn last is seen: stops over everything, so that none is lost in a pixel. */
const order: readonly StateBand[] = ['go', 'dark', 'hold', 'line', 'stop']

export type LaneView = {
  readonly window: TimeWindow
  readonly width: number
  /** The piece with a ring. */
  readonly chosen: LanePiece | null
  readonly speedStepMs: number
}

/** One machine, with its upper edge at `top`. Nothing is drawn where the machine was offline, but for closed time. */
export function drawLane(pen: CanvasRenderingContext2D, lane: Lane, top: number, view: LaneView) {
  const { window, width } = view
  const scale = width / Math.max(1, window.to - window.from)
  // On whole pixels of the screen: an edge between two of them would mix the colours of two states into a third one.
  const ratio = globalThis.devicePixelRatio || 1
  const x = (at: number) => Math.round((at - window.from) * scale * ratio) / ratio
  drawSpeed(pen, lane, top, view)
  pen.fillStyle = paint('var(--dark-quiet)')
  for (const { from, to } of lane.notScheduled) {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, x(to))]
    if (right > left) pen.fillRect(left, top + strip.top, right - left, strip.height)
  }
  const hatched = hatching(1)
  pen.fillStyle = (hatched && pen.createPattern(hatched, 'repeat')) ?? paint('var(--hatch)')
  for (const { from, to } of lane.recovered) {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, Math.max(x(to), x(from) + 1))]
    if (right > left) pen.fillRect(left, top + strip.top, right - left, strip.height)
  }
  for (const band of order) {
    const { height, colour } = bandLooks[band]
    const tall = Math.max(2, strip.height * height)
    pen.fillStyle = paint(colour)
    let painted = -1
    for (const { from, to } of lane.byBand[band]) {
      if (to <= window.from || from >= window.to) continue
      const left = Math.max(0, x(from), painted)
      const right = Math.min(width, Math.max(x(to), x(from) + 1))
      if (right <= left) continue
      pen.fillRect(left, top + strip.top + strip.height - tall, right - left, tall)
      painted = right
    }
  }
  drawAlarms(pen, lane, top, view)
  const { chosen } = view
  if (!chosen) return
  pen.strokeStyle = paint('var(--focus)')
  pen.lineWidth = 2
  const left = Math.max(1, x(chosen.from) - 2)
  const right = Math.min(width - 1, Math.max(x(chosen.to), x(chosen.from) + 1) + 2)
  pen.strokeRect(left, top + strip.top - 2, right - left, strip.height + 4)
}

/** The speed, from 0 to the fastest of the window; a step without data is a gap. */
function drawSpeed(
  pen: CanvasRenderingContext2D,
  { speed, fastest }: Lane,
  top: number,
  { window, width, speedStepMs }: LaneView,
) {
  const scale = width / Math.max(1, window.to - window.from)
  pen.strokeStyle = paint('var(--chart-lane)')
  pen.lineWidth = 1
  pen.beginPath()
  let last = Number.NEGATIVE_INFINITY
  for (const [at, value] of speed) {
    if (at + 2 * speedStepMs < window.from || at - speedStepMs > window.to) continue
    const left = (at + speedStepMs / 2 - window.from) * scale
    const y = top + graph.top + graph.height * (1 - value / fastest)
    if (at - last > 1.5 * speedStepMs) pen.moveTo(left, y)
    else pen.lineTo(left, y)
    last = at
  }
  pen.stroke()
}

/** A triangle in the colour of the group; those of one pixel are one. */
function drawAlarms(
  pen: CanvasRenderingContext2D,
  { alarms }: Lane,
  top: number,
  { window, width }: LaneView,
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
