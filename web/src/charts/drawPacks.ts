import type { StripPart } from '@packboard/model'
import uPlot from 'uplot'
import { paint } from '../theme/paint.ts'
import type { AlarmChip } from './alarmChips.ts'
import { alarmGroupLook } from './alarmGroupLook.ts'
import { drawHighlight, stepsBack } from './drawHighlight.ts'
import { type GapWord, gapWords } from './gapWords.ts'
import type { Highlight } from './packsData.ts'
import { fontOf, laneRow, type PacksLook, stateLane } from './packsLook.ts'
import type { Gap } from './packsSeries.ts'
import { stripSegments } from './stripSegments.ts'

export type LaneNames = Readonly<Record<'alarms' | 'nextMachine' | 'speed' | 'state', string>>

/** What lies around and behind the speed line, besides the line itself. */
export type PacksScene = {
  readonly look: PacksLook
  /** What the lanes are called. */
  readonly names: LaneNames
  readonly gaps: readonly Gap[]
  readonly gapWord: string
  /** null: the window is too long for them. */
  readonly chips: readonly AlarmChip[] | null
  readonly nextMachine: readonly Date[] | null
  readonly states: readonly StripPart[] | null
  readonly from: Date
  readonly to: Date
  readonly highlight: Highlight | null
}

/** Runs a drawing in CSS px with the plot's left upper corner as its origin. */
function inPlot(
  plot: uPlot,
  draw: (ctx: CanvasRenderingContext2D, wide: number, high: number) => void,
) {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  ctx.save()
  ctx.scale(ratio, ratio)
  ctx.translate(bbox.left / ratio, bbox.top / ratio)
  draw(ctx, bbox.width / ratio, bbox.height / ratio)
  ctx.restore()
}

const seconds = (at: Date) => at.getTime() / 1_000

/** Behind the line: hatched stretches without data, and a dashed line down from each alarm. */
export function drawBehind(plot: uPlot, { gaps, gapWord, chips }: PacksScene) {
  inPlot(plot, (ctx, wide, high) => {
    const stretches = gaps.map((gap) => {
      const left = Math.max(0, plot.valToPos(gap.from, 'x'))
      const right = Math.min(wide, plot.valToPos(gap.to, 'x'))
      return { left, wide: Math.max(1, right - left) }
    })
    ctx.font = gapFont
    const room = ctx.measureText(gapWord).width + 12
    const words = gapWords(stretches, room)
    for (const [index, stretch] of stretches.entries()) {
      drawGap(ctx, gapWord, stretch, high, room, words[index] ?? 'none')
    }
    ctx.lineWidth = 1
    ctx.setLineDash([2, 3])
    ctx.globalAlpha = 0.42
    for (const { at, group } of (chips ?? []).flatMap(({ alarms }) => alarms)) {
      const x = Math.round(plot.valToPos(seconds(at), 'x')) + 0.5
      ctx.strokeStyle = paint(alarmGroupLook(group).colour)
      ctx.beginPath()
      ctx.moveTo(x, 0)
      ctx.lineTo(x, high)
      ctx.stroke()
    }
  })
}

const gapFont = fontOf(500, 11)

function drawGap(
  ctx: CanvasRenderingContext2D,
  word: string,
  { left, wide }: { readonly left: number; readonly wide: number },
  high: number,
  room: number,
  stands: GapWord,
) {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, 0, wide, high)
  ctx.clip()
  ctx.fillStyle = paint('var(--no-data)')
  ctx.fillRect(left, 0, wide, high)
  ctx.strokeStyle = paint('var(--hatch)')
  ctx.lineWidth = 1.5
  ctx.beginPath()
  for (let x = left - high; x < left + wide; x += 7) {
    ctx.moveTo(x, high)
    ctx.lineTo(x + high, 0)
  }
  ctx.stroke()
  if (stands !== 'none') {
    ctx.translate(left + wide / 2, high / 2)
    ctx.font = gapFont
    if (stands === 'upright') ctx.rotate(-Math.PI / 2)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillStyle = paint('var(--no-data)')
    ctx.fillRect(-room / 2, -8, room, 16)
    ctx.fillStyle = paint('var(--chart-lane)')
    ctx.fillText(word, 0, 0)
  }
  ctx.restore()
}

/** Around the plot: the lanes of alarms, next machine and state, with their names. */
export function drawLanes(plot: uPlot, scene: PacksScene) {
  const { look, chips, nextMachine, states, highlight } = scene
  inPlot(plot, (ctx, wide, high) => {
    const floor = high + stateLane.gap + stateLane.height
    if (states) drawStates(ctx, scene, states, wide, floor)
    if (highlight) {
      const place = (at: Date) => plot.valToPos(seconds(at), 'x')
      drawHighlight(ctx, highlight, { place, wide, high, floor: states ? floor : high })
    }
    if (chips) {
      ctx.fillStyle = paint('var(--chart-grid)')
      ctx.fillRect(0, laneRow.rule - look.top, wide, 1)
      for (const chip of chips) {
        ctx.globalAlpha = stepsBack(highlight, chip.alarms)
        drawChip(ctx, chip, laneRow.alarms - look.top)
      }
    }
    for (const at of nextMachine ?? []) {
      ctx.globalAlpha = stepsBack(highlight, [{ at }])
      drawNext(ctx, plot.valToPos(seconds(at), 'x'), laneRow.nextMachine - look.top)
    }
    ctx.globalAlpha = 1
    drawNames(ctx, scene, floor)
  })
}

function drawChip(ctx: CanvasRenderingContext2D, { x, text, colour }: AlarmChip, y: number) {
  ctx.font = fontOf(700, 11)
  const wide = Math.max(22, ctx.measureText(text).width + 8)
  ctx.fillStyle = paint(colour)
  ctx.beginPath()
  ctx.roundRect(x - wide / 2, y - 9, wide, 18, 5)
  ctx.fill()
  ctx.fillStyle = paint('var(--ink)')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, y + 0.5)
}

/** The machine waits for the next one: two angles in a box. */
function drawNext(ctx: CanvasRenderingContext2D, x: number, y: number) {
  ctx.strokeStyle = paint('var(--chart-crosshair)')
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(x - 7, y - 7, 14, 14, 4)
  ctx.stroke()
  ctx.strokeStyle = paint('var(--chart-lane)')
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  for (const left of [x - 3, x + 1]) {
    ctx.moveTo(left, y - 3)
    ctx.lineTo(left + 3, y)
    ctx.lineTo(left, y + 3)
  }
  ctx.stroke()
}

function drawStates(
  ctx: CanvasRenderingContext2D,
  { from, to }: PacksScene,
  states: readonly StripPart[],
  wide: number,
  floor: number,
) {
  ctx.fillStyle = paint('var(--line-1)')
  ctx.fillRect(0, floor - 1, wide, 1)
  for (const part of stripSegments(states, from, to, wide)) {
    const tall = part.height * stateLane.height
    ctx.fillStyle = paint(part.hollow ? 'var(--go-line)' : part.colour)
    ctx.fillRect(part.x, floor - tall, part.width, tall)
    if (part.hollow) {
      ctx.fillStyle = paint('var(--go-text)')
      ctx.fillRect(part.x, floor - tall, part.width, 1.5)
    }
  }
}

function drawNames(
  ctx: CanvasRenderingContext2D,
  { look, names, chips, nextMachine, states }: PacksScene,
  floor: number,
) {
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  if (look.narrow) {
    ctx.strokeStyle = paint('var(--chart-lane)')
    ctx.lineWidth = 1.3
    ctx.lineCap = 'round'
    ctx.lineJoin = 'round'
    if (chips) strokeAt(ctx, bell, -look.left, laneRow.alarms - look.top - 8)
    if (nextMachine) strokeAt(ctx, arrow, -look.left, laneRow.nextMachine - look.top - 8)
    return
  }
  const name = (text: string, y: number) => {
    ctx.font = fontOf(500, 11)
    ctx.fillStyle = paint('var(--chart-lane)')
    ctx.fillText(text, -look.left, y)
  }
  if (chips) name(names.alarms, laneRow.alarms - look.top)
  if (nextMachine) name(names.nextMachine, laneRow.nextMachine - look.top)
  name(names.speed, 0)
  ctx.fillStyle = paint('var(--text-3)')
  ctx.fillText('ppm', -look.left, 15)
  if (states) name(names.state, floor - stateLane.height / 2)
}

/** In the box of 16 that the glyphs on the page have. */
const bell =
  'M8 2.5a3.6 3.6 0 0 1 3.6 3.6c0 3 1.4 4.4 1.4 4.4H3s1.4-1.4 1.4-4.4A3.6 3.6 0 0 1 8 2.5M6.6 13h2.8'
const arrow = 'M2 8h9M8 5l3 3-3 3M13.5 3.5v9'

function strokeAt(ctx: CanvasRenderingContext2D, path: string, x: number, y: number) {
  ctx.save()
  ctx.translate(x, y)
  ctx.stroke(new Path2D(path))
  ctx.restore()
}
