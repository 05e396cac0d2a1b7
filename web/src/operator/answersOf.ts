import type { ReasonCoverage, StopPart, StopRow } from '@packboard/contract'
import { partsToName } from '../stops/labels.ts'
import type { StoredAnswer, WaitingAnswer } from './answerQueue.ts'

/** What is said about a stop, by this page or by another person. */
export type Answered = {
  readonly reason: string
  readonly note: string
  /** It is not sent yet. */
  readonly waits: boolean
  /** The answer of this page, also when its label was read by now; null: another person's, or of before this page was loaded. */
  readonly own: WaitingAnswer | StoredAnswer | null
  readonly by: string | null
  readonly at: Date | null
}

/**
 * The parts of a stop that an answer is about: those without a reason, else the last one. A stop that went on after its
 * answer was taken back has the rest of that answer behind them: it is replaced, too.
 */
export function partsInQuestion({ parts }: Pick<StopRow, 'parts'>): readonly StopPart[] {
  const unnamed = partsToName(parts)
  const last = unnamed.at(-1)
  if (!last) return parts.slice(-1)
  const rest = parts.slice(parts.indexOf(last) + 1)
  const taken = last.labelId
  const isRest = taken !== null && rest.every(({ labelId }) => labelId !== null && labelId < taken)
  return isRest ? [...unnamed, ...rest] : unnamed
}

type Own = { readonly waiting: readonly WaitingAnswer[]; readonly stored: readonly StoredAnswer[] }
type OfStop = Pick<StopRow, 'machine' | 'parts'>

/** The last answer of this page about a stop that waits, or whose label was not read yet. */
function unreadAnswer(stop: OfStop, { waiting, stored }: Own) {
  const parts = partsInQuestion(stop)
  const [first] = parts
  if (!first) return undefined
  const known = Math.max(0, ...parts.map(({ labelId }) => labelId ?? 0))
  const isAbout = ({ body: { machineId, change } }: WaitingAnswer) =>
    machineId === stop.machine &&
    Date.parse(change.from) <= first.start.getTime() &&
    first.start.getTime() < Date.parse(change.to)
  return (
    waiting.findLast(isAbout) ??
    stored.findLast((answer) => isAbout(answer) && answer.labelId > known)
  )
}

/** An answer is being taken back: until its label was read, another one would be refused as if a second person had sent it. */
export const isTakenBack = (stop: OfStop, own: Own) =>
  unreadAnswer(stop, own)?.body.change.action === 'takeBack'

/**
 * What holds for a stop: an answer of this page that waits comes before what was read, and one that is stored does so until
 * the page has read that label or a later one.
 */
export function answeredBy(stop: OfStop, answers: Own): Answered | null {
  const [first] = partsInQuestion(stop)
  if (!first) return null
  const own = unreadAnswer(stop, answers)
  if (own) {
    const { change } = own.body
    if (change.action === 'takeBack') return null
    const { reason, note = '' } = change
    return { reason, note, waits: !('labelId' in own), own, by: null, at: null }
  }
  if (first.reason === null) return null
  const { reason, note, by, at, labelId } = first
  const read = answers.stored.find((answer) => answer.labelId === labelId) ?? null
  return { reason, note, waits: false, own: read, by, at }
}

/** What an operator has to do with one machine on this shift. */
export type ShiftStops = {
  /** The stop that goes on. */
  readonly open: StopRow | null
  /** The stops that wait for a reason, newest first, without the one that goes on. */
  readonly unnamed: readonly StopRow[]
  readonly coverage: ReasonCoverage
}

/** How many stops of a machine on this shift wait for a reason and how many have one: the same numbers wherever they stand. */
export function shiftCounts(
  {
    open,
    unnamed,
    coverage,
  }: {
    readonly open: OfStop | null
    readonly unnamed: readonly OfStop[]
    readonly coverage: Pick<ReasonCoverage, 'stops' | 'withoutReason'>
  },
  answers: Own,
): { readonly waiting: number; readonly named: number } {
  const rows = [...(open ? [open] : []), ...unnamed]
  const answered = rows.filter((stop) => answeredBy(stop, answers) !== null)
  // What was read with its reason is among those that the answer counts.
  const unread = answered.filter(({ parts }) => partsToName(parts).length > 0)
  return {
    waiting: rows.length - answered.length,
    named: coverage.stops - coverage.withoutReason + unread.length,
  }
}
