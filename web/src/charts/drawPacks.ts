import type { StripPart } from '@packboard/model'
import uPlot from 'uplot'
import { paint } from '../theme/paint.ts'
import type { AlarmChip, Cluster } from './alarmChips.ts'
import { closedShares, drawClosed } from './closedTime.ts'
import { drawHighlight, stepsBack } from './drawHighlight.ts'
import { drawColumns, drawRejects, drawShares, type PlaceStep } from './drawSteps.ts'
import { alarmGroupLook } from './GroupChip.tsx'
import { type GapWord, gapWords } from './gapWords.ts'
import {
  type ChartChange,
  fontOf,
  type Ghost,
  type Highlight,
  type LaneStep,
  type LowerLane,
  type PacksLook,
} from './packsData.ts'
import type { Gap } from './packsSeries.ts'
import { stripSegments } from './stripSegments.ts'
import type { TimeWindow } from './timeWindow.ts'

type LaneNames = Readonly<
  Record<
    'alarms' | 'nextMachine' | 'changes' | 'speed' | 'rejects' | 'state' | 'ofPacks' | 'share',
    string
  >
>

/** What lies around and behind the speed line, besides the line itself. */
export type PacksScene = {
  readonly look: PacksLook
  /** What the lanes are called. */
  readonly names: LaneNames
  readonly gaps: readonly Gap[]
  readonly gapWord: string
  readonly closed: readonly TimeWindow[]
  readonly closedWord: string
  /** null: the window is too long for them. */
  readonly chips: readonly AlarmChip[] | null
  readonly nextMachine: readonly Date[] | null
  readonly states: readonly StripPart[] | null
  readonly changes: readonly Cluster<ChartChange>[]
  readonly totals: readonly LaneStep[] | null
  readonly asColumns: boolean
  readonly ghost: Ghost | null
  /** Top of the speed axis, in ppm. */
  readonly most: number
  /** What the axis shows. */
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
export function drawBehind(plot: uPlot, scene: PacksScene) {
  const { gaps, gapWord, chips, totals, asColumns, most, ghost } = scene
  inPlot(plot, (ctx, wide, high) => {
    drawClosedTimes(ctx, scene, wide, high)
    const stretches = gaps.flatMap((gap) => {
      const left = Math.max(0, plot.valToPos(gap.from, 'x'))
      const right = Math.min(wide, plot.valToPos(gap.to, 'x'))
      return right < 0 || left > wide ? [] : [{ left, wide: Math.max(1, right - left) }]
    })
    if (asColumns && totals) drawColumns(ctx, totals, placeOf(plot, wide), high, most)
    ctx.font = gapFont
    const room = ctx.measureText(gapWord).width + 12
    const words = gapWords(stretches, room)
    for (const [index, stretch] of stretches.entries()) {
      drawGap(ctx, gapWord, stretch, high, room, words[index] ?? 'none')
    }
    if (ghost) drawGhost(ctx, plot, ghost, wide, high)
    ctx.lineWidth = 1
    ctx.setLineDash([2, 3])
    ctx.globalAlpha = 0.42
    for (const { at, group } of (chips ?? []).flatMap(({ alarms }) => alarms)) {
      const x = Math.round(plot.valToPos(seconds(at), 'x')) + 0.5
      if (x < 0 || x > wide) continue
      ctx.strokeStyle = paint(alarmGroupLook(group).colour)
      ctx.beginPath()
      ctx.moveTo(x, 0)
      ctx.lineTo(x, high)
      ctx.stroke()
    }
  })
}

function drawClosedTimes(
  ctx: CanvasRenderingContext2D,
  { closed, closedWord, from, to }: Pick<PacksScene, 'closed' | 'closedWord' | 'from' | 'to'>,
  width: number,
  height: number,
) {
  const shares = closedShares(closed, { from: from.getTime(), to: to.getTime() })
  drawClosed(ctx, shares, { top: 0, width, height }, closedWord)
}

/** The speed of an earlier window: dashed, behind the line, with the gaps that it has. */
function drawGhost(
  ctx: CanvasRenderingContext2D,
  plot: uPlot,
  { at, ppm }: Ghost,
  wide: number,
  high: number,
) {
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, wide, high)
  ctx.clip()
  ctx.strokeStyle = paint('var(--chart-crosshair)')
  ctx.lineWidth = 1.4
  ctx.setLineDash([5, 4])
  ctx.beginPath()
  let drawing = false
  for (const [index, x] of at.entries()) {
    const speed = ppm[index] ?? null
    if (speed !== null) {
      const place = [plot.valToPos(x, 'x'), plot.valToPos(speed, 'y')] as const
      if (drawing) ctx.lineTo(...place)
      else ctx.moveTo(...place)
    }
    drawing = speed !== null
  }
  ctx.stroke()
  ctx.restore()
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

/** Where a step lies in the plot, cut at its sides; null: nowhere in it. */
function placeOf(plot: uPlot, wide: number): PlaceStep {
  return ({ at, to }) => {
    const left = Math.max(0, plot.valToPos(seconds(at), 'x'))
    const right = Math.min(wide, plot.valToPos(seconds(to), 'x'))
    return right <= left ? null : { left, right }
  }
}

/** Around the plot: the lanes of alarms, next machine, changes, rejects and state, with their names. */
export function drawLanes(plot: uPlot, scene: PacksScene) {
  const { look, chips, nextMachine, states, totals, changes, highlight } = scene
  inPlot(plot, (ctx, wide, high) => {
    const floor = high + look.floor
    const inLane = ({ top, height }: LowerLane, draw: (height: number) => void) => {
      ctx.save()
      ctx.translate(0, high + top)
      draw(height)
      ctx.restore()
    }
    if (look.rejects && totals) {
      inLane(look.rejects, (tall) => drawRejects(ctx, totals, placeOf(plot, wide), wide, tall))
    }
    if (look.states) {
      inLane(look.states, (tall) => {
        if (states) {
          drawClosedTimes(ctx, scene, wide, tall)
          drawStates(ctx, scene, states, wide, tall)
        } else if (totals) drawShares(ctx, totals, placeOf(plot, wide), wide, tall)
      })
    }
    if (highlight) {
      const place = (at: Date) => plot.valToPos(seconds(at), 'x')
      drawHighlight(ctx, highlight, { place, wide, high, floor })
    }
    const { rows } = look
    const shown = ({ x }: { readonly x: number }) => x >= 0 && x <= wide
    ctx.fillStyle = paint('var(--chart-grid)')
    for (const middle of [rows.alarms, rows.nextMachine]) {
      if (middle !== null) ctx.fillRect(0, middle + 13 - look.top, wide, 1)
    }
    if (chips && rows.alarms !== null) {
      for (const chip of chips.filter(shown)) {
        ctx.globalAlpha = stepsBack(highlight, chip.alarms)
        drawChip(ctx, chip, rows.alarms - look.top)
      }
    }
    for (const at of rows.nextMachine === null ? [] : (nextMachine ?? [])) {
      const x = plot.valToPos(seconds(at), 'x')
      if (!shown({ x })) continue
      ctx.globalAlpha = stepsBack(highlight, [{ at }])
      drawNext(ctx, x, (rows.nextMachine ?? 0) - look.top)
    }
    for (const cluster of changes.filter(shown)) {
      ctx.globalAlpha = stepsBack(highlight, cluster.marks)
      drawChange(ctx, cluster, rows.changes - look.top)
    }
    ctx.globalAlpha = 1
    drawNames(ctx, scene, high)
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

/** A person changed something: a ring with a pencil, or how many did. */
function drawChange(ctx: CanvasRenderingContext2D, { x, marks }: Cluster<ChartChange>, y: number) {
  ctx.strokeStyle = paint('var(--chart-lane)')
  ctx.lineWidth = 1.2
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.arc(x, y, 9, 0, 2 * Math.PI)
  ctx.stroke()
  if (marks.length === 1) {
    strokeAt(ctx, pencil, x - 8, y - 8)
    return
  }
  ctx.font = fontOf(600, marks.length < 100 ? 11 : 9)
  ctx.fillStyle = paint('var(--text-1)')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(marks.length), x, y + 0.5)
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
    const tall = part.height * floor
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
  { look, names, states }: PacksScene,
  high: number,
) {
  const { rows, rejects, states: lane } = look
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  const middle = ({ top, height }: LowerLane) => high + top + height / 2
  const name = (text: string, y: number, unit?: string) => {
    ctx.font = fontOf(500, 11)
    ctx.fillStyle = paint('var(--chart-lane)')
    ctx.fillText(text, -look.left, unit ? y - 7 : y, look.left - 8)
    if (!unit) return
    ctx.fillStyle = paint('var(--text-3)')
    ctx.fillText(unit, -look.left, y + 7, look.left - 8)
  }
  if (rows.alarms !== null) name(names.alarms, rows.alarms - look.top)
  if (rows.nextMachine !== null) name(names.nextMachine, rows.nextMachine - look.top)
  name(names.changes, rows.changes - look.top)
  name(names.speed, 7, 'ppm')
  if (rejects) name(names.rejects, middle(rejects), names.ofPacks)
  if (lane) name(names.state, middle(lane), states ? undefined : names.share)
}

/** In the box of 16 that the glyphs on the page have. */
const pencil = 'M4.5 11.5v-1.7l5-5 1.7 1.7-5 5zM8.6 5.7l1.7 1.7'

function strokeAt(ctx: CanvasRenderingContext2D, path: string, x: number, y: number) {
  ctx.save()
  ctx.translate(x, y)
  ctx.stroke(new Path2D(path))
  ctx.restore()
}
