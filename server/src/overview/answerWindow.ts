import { limits } from '../http/limits.ts'

/** The part of the requested window that can be answered now (D28). Half-open, like every period. */
export type AnswerWindow = {
  readonly from: Date
  readonly to: Date
  /** No part of the window is settled yet: every sum is zero. */
  readonly empty: boolean
  /** Whole steps of the speed chart that touch the window. */
  readonly graphFrom: Date
  /** The strip shows the last hours from a whole minute on, whenever the sums begin; increments only add to it. */
  readonly stripFrom: Date
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** Totals of the whole window, or what was added since the answer that it continues (D28). */
export type Reading = 'totals' | 'increments'

/** The fault of a requested window as a sentence for a person, and at which end. */
export function windowProblem({
  start,
  end,
}: {
  start: Date
  end: Date
}): { at: 'start' | 'end'; sentence: string } | undefined {
  if (end <= start) return { at: 'end', sentence: 'The end must be after the start.' }
  if (end.getTime() - start.getTime() > limits.overviewDays * dayMs) {
    const sentence = `The overview shows at most ${limits.overviewDays} days.`
    return { at: 'start', sentence }
  }
  return undefined
}

/** A whole minute: its part would have to be folded from records. */
function stripBegin(to: Date): number {
  return Math.floor((to.getTime() - limits.stripMs) / minuteMs) * minuteMs
}

/** Cuts the requested window where records may still arrive. */
export function answerWindow(
  { start, end, reading }: { start: Date; end: Date; reading: Reading },
  now: number,
): AnswerWindow {
  const settled = Math.min(end.getTime(), Math.floor(now) - limits.settleMs)
  const to = new Date(Math.max(start.getTime(), settled))
  const stepMs = limits.graphSeconds * 1000
  // Increments redraw the step that they fall into from its beginning: half a step has another mean than the whole.
  const graphFrom =
    reading === 'increments' ? new Date(Math.floor(start.getTime() / stepMs) * stepMs) : start
  return {
    from: start,
    to,
    empty: to.getTime() === start.getTime(),
    graphFrom,
    stripFrom:
      reading === 'increments'
        ? new Date(Math.max(start.getTime(), stripBegin(to)))
        : new Date(stripBegin(to)),
  }
}
