import { paint } from '../theme/paint.ts'
import { fontOf, type LaneStep } from './packsData.ts'
import type { Gap } from './packsSeries.ts'
import type { TimeWindow } from './timeWindow.ts'

/**
 * Closed time looks the same in every chart: a dark well behind what the machines did, with its word where there is room. The plan
 * covers nothing: what ran in closed time is drawn over it.
 */
const closedColour = 'var(--closed)'

/** Where closed times, in ms since 1970, lie in a window, as shares of its length. */
export function closedShares(
  closed: readonly TimeWindow[],
  { from, to }: TimeWindow,
): { readonly left: number; readonly wide: number }[] {
  const length = Math.max(1, to - from)
  return closed.flatMap((span) => {
    const [begin, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    return end > begin ? [{ left: (begin - from) / length, wide: (end - begin) / length }] : []
  })
}

/** Around the word, in px. */
const padding = 12

/** Draws closed times on a canvas, from `top` on. */
export function drawClosed(
  pen: CanvasRenderingContext2D,
  shares: ReturnType<typeof closedShares>,
  { top, width, height }: { readonly top: number; readonly width: number; readonly height: number },
  word: string,
): void {
  if (shares.length === 0) return
  pen.save()
  pen.font = fontOf(500, 11)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const room = pen.measureText(word).width + padding
  for (const { left, wide } of shares) {
    pen.fillStyle = paint(closedColour)
    pen.fillRect(left * width, top, wide * width, height)
    if (wide * width < room) continue
    pen.fillStyle = paint('var(--text-3)')
    pen.fillText(word, (left + wide / 2) * width, top + height / 2)
  }
  pen.restore()
}

/** A second of a step may be lost where its edges are rounded. */
const slackMs = 1_000

/**
 * The closed times in which a machine sent nothing, from the steps of its lanes. A step that is closed in part lies beside a closed one, or
 * its part is drawn at its begin: no longer than a step is it elsewhere than it was.
 */
export function closedOfSteps(steps: readonly LaneStep[]): TimeWindow[] {
  const closed: TimeWindow[] = []
  for (const [index, step] of steps.entries()) {
    const ms = step.notScheduled * 1_000
    if (ms <= 0) continue
    const [begin, end] = [step.at.getTime(), step.to.getTime()]
    const opens = (steps[index + 1]?.notScheduled ?? 0) > 0 && ms < end - begin - slackMs
    const from = opens ? Math.max(begin, end - ms) : begin
    const to = opens || ms >= end - begin - slackMs ? end : begin + ms
    const last = closed.at(-1)
    if (last && last.to >= from) closed[closed.length - 1] = { from: last.from, to }
    else closed.push({ from, to })
  }
  return closed
}

/** What of gaps, in seconds since 1970, is not closed: there is nothing to miss in closed time. */
export function gapsOutside(gaps: readonly Gap[], closed: readonly TimeWindow[]): Gap[] {
  return closed.reduce<Gap[]>(
    (left, span) => {
      const [from, to] = [span.from / 1_000, span.to / 1_000]
      return left.flatMap((gap) =>
        to <= gap.from || from >= gap.to
          ? [gap]
          : [
              { from: gap.from, to: Math.max(gap.from, from) },
              { from: Math.min(gap.to, to), to: gap.to },
            ].filter((part) => part.to > part.from),
      )
    },
    [...gaps],
  )
}
