import { paint } from '../theme/paint.ts'
import { fontOf, kindLooks, type LaneStep, shownKinds } from './packsData.ts'

/** Where a step lies in the plot, in px; null: nowhere in it. */
export type PlaceStep = (step: LaneStep) => { readonly left: number; readonly right: number } | null

/** Between two columns, where there is room for it. */
const gap = 1
/** A reject that is smaller than a pixel is still seen. */
const leastHeight = 1.5
/** The top of the lane of rejects, in percent, and what it grows to. */
const rejectTops = [1, 2, 5, 10, 20, 50, 100]

function columns(steps: readonly LaneStep[], place: PlaceStep) {
  return steps.flatMap((step) => {
    const at = place(step)
    if (!at) return []
    const wide = at.right - at.left
    return [{ step, left: at.left, wide: wide > 4 * gap ? wide - gap : wide }]
  })
}

/** The mean speed of each step as a column. */
export function drawColumns(
  ctx: CanvasRenderingContext2D,
  steps: readonly LaneStep[],
  place: PlaceStep,
  high: number,
  most: number,
) {
  ctx.save()
  ctx.fillStyle = paint('var(--chart-lane)')
  ctx.globalAlpha = 0.72
  for (const { step, left, wide } of columns(steps, place)) {
    if (step.speed === null) continue
    const tall = Math.min(high, (step.speed / most) * high)
    ctx.fillRect(left, high - tall, wide, tall)
  }
  ctx.restore()
}

/** Rejects as a share of the packs of their step, in percent; null without packs or without a counter. */
export const rejectShare = ({ packs, rejects }: LaneStep): number | null =>
  rejects === null || packs <= 0 ? null : Math.min(100, (100 * rejects) / packs)

/** Rejects in percent of the packs of each step, from zero to a round top that is written beside it. */
export function drawRejects(
  ctx: CanvasRenderingContext2D,
  steps: readonly LaneStep[],
  place: PlaceStep,
  wide: number,
  tall: number,
) {
  const top = rejectTop(steps)
  ctx.fillStyle = paint('var(--chart-grid)')
  ctx.fillRect(0, tall - 1, wide, 1)
  ctx.font = fontOf(500, 11)
  ctx.textAlign = 'right'
  ctx.fillStyle = paint('var(--text-3)')
  ctx.textBaseline = 'top'
  ctx.fillText(String(top), -8, -2)
  ctx.textBaseline = 'bottom'
  ctx.fillText('0', -8, tall + 2)
  ctx.fillStyle = paint('var(--chart-lane)')
  for (const { step, left, wide: across } of columns(steps, place)) {
    const share = rejectShare(step)
    if (!share) continue
    const up = Math.max(leastHeight, Math.min(1, share / top) * tall)
    ctx.fillRect(left, tall - up, across, up)
  }
}

/** The round number that nearly every step stays under: one of three packs of which one was bad does not flatten the others. */
function rejectTop(steps: readonly LaneStep[]): number {
  const shares = steps
    .map(rejectShare)
    .filter((share) => share !== null)
    .sort((a, b) => a - b)
  const high = shares[Math.floor(shares.length * 0.98)] ?? shares.at(-1) ?? 0
  return rejectTops.find((top) => high <= top) ?? 100
}

/** What shares of each step a machine ran, waited and stood: observed time fills the lane, what is missing stays empty. */
export function drawShares(
  ctx: CanvasRenderingContext2D,
  steps: readonly LaneStep[],
  place: PlaceStep,
  wide: number,
  tall: number,
) {
  ctx.fillStyle = paint('var(--line-1)')
  ctx.fillRect(0, tall - 1, wide, 1)
  for (const { step, left, wide: across } of columns(steps, place)) {
    const whole = (step.to.getTime() - step.at.getTime()) / 1_000
    let foot = tall
    for (const kind of shownKinds) {
      if (step[kind] <= 0) continue
      // An alarm of seconds in a day is still seen.
      const up = Math.max(kind === 'alarm' ? leastHeight : 0, (step[kind] / whole) * tall)
      const head = Math.max(0, foot - up)
      ctx.fillStyle = paint(kindLooks[kind].colour)
      ctx.fillRect(left, head, across, Math.min(up, tall))
      foot = head
    }
  }
}
