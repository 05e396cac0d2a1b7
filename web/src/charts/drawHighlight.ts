import { paint } from '../theme/paint.ts'
import { fontOf, type Highlight } from './packsData.ts'

/** How much is left of what is not selected. */
const faded = 0.28
/** An alarm this long before a stop may be its cause (D18). */
const leadMs = 5_000
/** A stop of seconds is seen in a window of hours. */
const leastWidth = 2

/** Covers what lies outside the selected times; the open one stands between two lines, with its length where there is room. */
export function drawHighlight(
  ctx: CanvasRenderingContext2D,
  { spans, open }: Highlight,
  {
    place,
    wide,
    high,
    floor,
  }: {
    readonly place: (at: Date) => number
    readonly wide: number
    /** Of the plot, and down to the foot of the lane below it. */
    readonly high: number
    readonly floor: number
  },
): void {
  ctx.save()
  ctx.globalAlpha = 1 - faded
  ctx.fillStyle = paint('var(--card)')
  for (const [left, right] of between(spans, place, wide))
    ctx.fillRect(left, 0, right - left, floor)
  ctx.globalAlpha = 1
  if (open) {
    const left = Math.max(0, place(open.from))
    const right = Math.min(wide, Math.max(place(open.to), left + leastWidth))
    ctx.fillStyle = paint('var(--text-1)')
    for (const x of [left, right]) ctx.fillRect(Math.round(x) - 0.5, 0, 1, floor)
    ctx.font = fontOf(600, 12)
    const room = ctx.measureText(open.words).width + 12
    if (right - left > room && high > 40) {
      ctx.textAlign = 'center'
      ctx.textBaseline = 'middle'
      ctx.fillText(open.words, (left + right) / 2, 20)
    }
  }
  ctx.restore()
}

/** The stretches of the axis that no selected time covers. */
export function between(
  spans: Highlight['spans'],
  place: (at: Date) => number,
  wide: number,
): [left: number, right: number][] {
  const places = spans
    .map(({ from, to }) => {
      const left = Math.max(0, place(from))
      return { left, right: Math.min(wide, Math.max(place(to), left + leastWidth)) }
    })
    .sort((a, b) => a.left - b.left)
  const free: [number, number][] = []
  let at = 0
  for (const { left, right } of places) {
    if (left > at) free.push([at, left])
    at = Math.max(at, right)
  }
  if (at < wide) free.push([at, wide])
  return free
}

/** How strong a mark is drawn: whole where nothing is selected, or where one of its instants belongs to what is. */
export function stepsBack(
  highlight: Highlight | null,
  marks: readonly { readonly at: Date }[],
): number {
  if (highlight === null) return 1
  const belongs = ({ at }: { readonly at: Date }) =>
    highlight.spans.some(
      ({ from, to }) => at.getTime() >= from.getTime() - leadMs && at.getTime() < to.getTime(),
    )
  return marks.some(belongs) ? 1 : faded
}
