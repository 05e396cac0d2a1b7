import type { StoredLabel } from '@packboard/management'
import {
  type AlertCondition,
  type HeldSpan,
  labelledParts,
  machineState,
  plannedParts,
  type Reason,
} from '@packboard/model'
import type { LongStop, MachineTime, RaisedAlarm } from '@packboard/telemetry/read'

/** A time in which a condition holds, with what a person reads of it. */
export type ConditionSpan = HeldSpan & {
  /** The first-out alarm or the state; empty without one. */
  readonly cause: string
  readonly causeGroup: string
  /** The records up to here show it, and those of a while before: the instant by which it is judged whether they came late. */
  readonly shownAt: number
  /** It follows from alarms that were received then. */
  readonly receivedAt?: number
}

type Of<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { readonly kind: Kind }>

/** The window that spans are computed in; at the end of a live one they go on. */
export type SpanWindow = { readonly begin: number; readonly end: number; readonly isLive: boolean }

const secondMs = 1_000

type StopBook = {
  readonly labels: readonly StoredLabel[]
  readonly reasons: ReadonlyMap<string, Reason>
}

/**
 * A stop is longer than n when so much of it was observed; it holds until the machine runs again, also while it is OFFLINE (D18). While it
 * goes on and is observed, a span lies in the future: so far is known.
 */
export function stoppedLonger(
  condition: Of<'stoppedLonger'>,
  stops: readonly LongStop[],
  observed: readonly MachineTime[],
  { book, window }: { readonly book: StopBook; readonly window: SpanWindow },
): ConditionSpan[] {
  const leastMs = condition.seconds * secondMs
  return stops.flatMap((stop): ConditionSpan[] => {
    if (!isWanted(stop, condition)) return []
    const from = reachesAt(stop, leastMs, observed, window)
    if (from === null) return []
    const to = stop.runAgain ?? (window.isLive ? null : window.end)
    if (to !== null && to <= from) return []
    const { cause, causeGroup } = stop
    const shown = { cause, causeGroup, shownAt: from }
    const whole = { from: stop.ranUntil ?? stop.from, to: stop.runAgain ?? window.end }
    return withBook(condition, { from, to }, whole, book).map((span) => ({ ...span, ...shown }))
  })
}

function isWanted(
  { causeGroup, firstState }: LongStop,
  { alarmGroup, side }: Of<'stoppedLonger'>,
): boolean {
  if (alarmGroup !== undefined && alarmGroup !== causeGroup) return false
  return side === undefined || machineState(firstState).external === (side === 'external')
}

/** When a stop had so much observed time; in the future where it goes on, null where it does not. */
function reachesAt(
  { pieces, to, runAgain }: LongStop,
  leastMs: number,
  observed: readonly MachineTime[],
  { end, isLive }: SpanWindow,
): number | null {
  let left = leastMs
  for (const piece of pieces) {
    if (piece.ms < left) {
      left -= piece.ms
      continue
    }
    // Without a hole time is time; else the observed times inside of it say where the hole is.
    if (piece.ms === piece.to - piece.from) return piece.from + left
    for (const time of observed) {
      const from = Math.max(time.from, piece.from)
      const length = Math.min(time.to, piece.to) - from
      if (length <= 0) continue
      if (length >= left) return from + left
      left -= length
    }
    return piece.to
  }
  return isLive && runAgain === null && to >= end ? end + left : null
}

/** What the stop book lets hold of a time: with a reason from when it was given, without one until then. */
function withBook(
  { reasonId, withoutReason }: Of<'stoppedLonger'>,
  span: HeldSpan,
  whole: MachineTime,
  { labels, reasons }: StopBook,
): HeldSpan[] {
  if (reasonId === undefined && withoutReason !== true) return [span]
  const parts = labelledParts(whole, labels)
  if (withoutReason === true) {
    const given = parts.flatMap(({ label }) => (label?.reason != null ? [label.at.getTime()] : []))
    const to = Math.min(span.to ?? Number.POSITIVE_INFINITY, ...given)
    if (to <= span.from) return []
    return [{ from: span.from, to: Number.isFinite(to) ? to : null }]
  }
  const wanted = (id: string) => id === reasonId || reasons.get(id)?.parent === reasonId
  const own = parts.flatMap(({ label }) =>
    label?.reason != null && wanted(label.reason) ? [label.at.getTime()] : [],
  )
  if (own.length === 0) return []
  const from = Math.max(span.from, Math.min(...own))
  return span.to !== null && from >= span.to ? [] : [{ from, to: span.to }]
}

/** Without data for n; it holds until the machine sends again. */
export function offlineLonger(
  { seconds }: Of<'offlineLonger'>,
  observed: readonly MachineTime[],
  silentSince: number | undefined,
  { begin, end, isLive }: SpanWindow,
): ConditionSpan[] {
  const leastMs = seconds * secondMs
  const spans: ConditionSpan[] = []
  const add = (from: number, to: number | null) => {
    if (to !== null && to - from <= leastMs) return
    spans.push({ from: from + leastMs, to, cause: '', causeGroup: '', shownAt: from })
  }
  // It was silent when the window began: since then, but not before it was ever heard.
  const first = observed[0]
  if (silentSince !== undefined && isLive && (first === undefined || first.from > begin)) {
    add(silentSince, first?.from ?? null)
  }
  for (const [index, { to }] of observed.entries()) {
    const next = observed[index + 1]
    if (next !== undefined) add(to, next.from)
    else if (to < end) add(to, isLive ? null : end)
    // Should it fall silent now, it is OFFLINE for n then at the earliest.
    else if (isLive) add(end, null)
  }
  return spans
}

/** In one of some states for n without a break. */
export function inState(
  { states, seconds }: Of<'inState'>,
  times: readonly MachineTime[],
  { end, isLive }: SpanWindow,
): ConditionSpan[] {
  const leastMs = seconds * secondMs
  const cause = states.map((code) => machineState(code).name).join(', ')
  return times.flatMap(({ from, to }): ConditionSpan[] => {
    const goesOn = isLive && to >= end
    if (!goesOn && to - from <= leastMs) return []
    const begin = from + leastMs
    return [{ from: begin, to: goesOn ? null : to, cause, causeGroup: '', shownAt: begin }]
  })
}

/** Where a rule names no minutes for several alarms. */
const defaultMinutes = 60
const minuteMs = 60_000

/** An alarm is an instant; n in m minutes hold from the n-th until the last m minutes have fewer. */
export function alarmRaised(
  { times, minutes }: Of<'alarm'>,
  alarms: readonly RaisedAlarm[],
): ConditionSpan[] {
  const lengthMs = (minutes ?? (times === 1 ? 0 : defaultMinutes)) * minuteMs
  return alarms.flatMap((alarm, index): ConditionSpan[] => {
    const first = alarms[index - times + 1]
    if (first === undefined || (times > 1 && alarm.at - first.at >= lengthMs)) return []
    const receivedAt = Math.max(
      ...alarms.slice(index - times + 1, index + 1).map((one) => one.receivedAt),
    )
    return [
      {
        ...{ from: alarm.at, to: first.at + lengthMs, shownAt: alarm.at, receivedAt },
        ...{ cause: alarm.description, causeGroup: alarm.group },
      },
    ]
  })
}

/** A planned reason took longer than it allows; it holds until the reason or the stop ends, and not before the reason was given. */
export function plannedOverrun(
  stops: readonly LongStop[],
  { labels, reasons }: StopBook,
  window: SpanWindow,
): ConditionSpan[] {
  if (labels.length === 0) return []
  return stops.flatMap((stop): ConditionSpan[] => {
    const goesOn = stop.runAgain === null && window.isLive
    // Foreseen for a day, the longest that a reason allows.
    const end = stop.runAgain ?? (window.isLive ? window.end + 86_400_000 : window.end)
    const whole = { from: stop.ranUntil ?? stop.from, to: end }
    const parts = plannedParts(labelledParts(whole, labels), (id) => reasons.get(id))
    return parts.flatMap(({ overrunAt, to, label }): ConditionSpan[] => {
      if (overrunAt === null || label === null) return []
      const from = Math.max(overrunAt, label.at.getTime())
      const until = goesOn && to >= end ? null : to
      if (until !== null && from >= until) return []
      const { cause, causeGroup } = stop
      return [{ from, to: until, cause, causeGroup, shownAt: from }]
    })
  })
}
