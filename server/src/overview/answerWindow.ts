import { AppError } from '@packboard/model'
import { limits } from '../http/limits.ts'

/** The part of the asked window that can be answered now (D28). Half-open, like every period. */
export type AnswerWindow = {
  readonly from: Date
  readonly to: Date
  /** Nothing of the window has settled yet: every sum is zero. */
  readonly empty: boolean
  /** Whole steps of the speed chart that touch the window. */
  readonly graphFrom: Date
  /** The strip shows the last hours only. */
  readonly stripFrom: Date
}

const dayMs = 86_400_000

/** Checks the asked window, and cuts it where records may still be on their way. */
export function answerWindow(
  asked: { start: Date; end: Date; initialReq: 'yes' | 'no' },
  now: number,
): AnswerWindow {
  const { start, end } = asked
  if (end <= start) throw refused('end_date', 'The end must be after the start.')
  if (end.getTime() - start.getTime() > limits.overviewDays * dayMs) {
    throw refused('start_date', `The overview shows at most ${limits.overviewDays} days.`)
  }
  const settled = Math.min(end.getTime(), Math.floor(now) - limits.settleMs)
  const to = new Date(Math.max(start.getTime(), settled))
  const stepMs = limits.graphSeconds * 1000
  // Increments redraw the step that they fall into from its beginning: half a step has another mean than the whole.
  const graphFrom =
    asked.initialReq === 'no' ? new Date(Math.floor(start.getTime() / stepMs) * stepMs) : start
  return {
    from: start,
    to,
    empty: to.getTime() === start.getTime(),
    graphFrom,
    stripFrom: new Date(Math.max(start.getTime(), to.getTime() - limits.stripMs)),
  }
}

const refused = (field: string, message: string) =>
  new AppError('request.invalid', { message, fields: [{ field, message }] })
