import type { StripPart } from '@packboard/model'
import uPlot from 'uplot'
import { paint } from '../theme/paint.ts'
import { hatching } from './hatching.ts'
import { stripSegments } from './stripSegments.ts'

const tall = 24
const below = 8

/** Hatches the stretches without data, with an upright label where it fits. */
export function drawGaps(
  plot: uPlot,
  gaps: readonly { readonly from: Date; readonly to: Date }[],
  gapWord: string,
) {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const hatch = hatching(ratio)
  ctx.save()
  for (const gap of gaps) {
    const left = plot.valToPos(gap.from.getTime() / 1_000, 'x', true)
    const width = plot.valToPos(gap.to.getTime() / 1_000, 'x', true) - left
    ctx.fillStyle = (hatch && ctx.createPattern(hatch, 'repeat')) ?? paint('var(--no-data)')
    ctx.fillRect(left, bbox.top, Math.max(width, ratio), bbox.height)
    if (width < 14 * ratio) continue
    ctx.save()
    ctx.translate(left + width / 2, bbox.top + bbox.height / 2)
    ctx.rotate(-Math.PI / 2)
    ctx.font = `500 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.lineWidth = 4 * ratio
    ctx.lineJoin = 'round'
    ctx.strokeStyle = paint('var(--no-data)')
    ctx.strokeText(gapWord, 0, 0)
    ctx.fillStyle = paint('var(--chart-lane)')
    ctx.fillText(gapWord, 0, 0)
    ctx.restore()
  }
  ctx.restore()
}

/** The states under the speed, colour and height by band, on the same hours. */
export function drawLane(plot: uPlot, lane: readonly StripPart[], room: number, name: string) {
  const { ctx, bbox, scales } = plot
  const { min, max } = scales.x ?? {}
  if (min === undefined || min === null || max === undefined || max === null) return
  const ratio = uPlot.pxRatio
  const bottom = bbox.top + bbox.height + (below + tall) * ratio
  ctx.save()
  ctx.font = `500 ${11 * ratio}px "Inter Variable", Inter, system-ui, sans-serif`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = paint('var(--chart-lane)')
  ctx.fillText(name, bbox.left - 8 * ratio, bbox.top + bbox.height + (room * ratio) / 2)
  const segments = stripSegments(
    lane,
    new Date(min * 1_000),
    new Date(max * 1_000),
    bbox.width / ratio,
  )
  const hatched = hatching(ratio)
  for (const segment of segments) {
    const high = Math.max(1, segment.height * tall) * ratio
    const left = bbox.left + segment.x * ratio
    const wide = segment.width * ratio
    ctx.fillStyle = paint(segment.colour)
    if (segment.hatched) {
      ctx.fillStyle = (hatched && ctx.createPattern(hatched, 'repeat')) ?? paint(segment.colour)
      ctx.fillRect(left, bottom - high, wide, high)
    } else if (segment.hollow) {
      ctx.globalAlpha = 0.4
      ctx.fillRect(left, bottom - high, wide, high)
      ctx.globalAlpha = 1
      ctx.fillRect(left, bottom - high, wide, 1.5 * ratio)
    } else ctx.fillRect(left, bottom - high, wide, high)
  }
  ctx.restore()
}
