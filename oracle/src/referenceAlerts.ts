import type { RawAlarm } from './rawRecords.ts'
import type { Stretch, Timeline } from './referenceTimeline.ts'

/** Conditions of alerts in the words of their page: all times are those of the source, ms since 1970. */
export type ReferenceCondition =
  | { readonly kind: 'stoppedLonger'; readonly seconds: number }
  | { readonly kind: 'offlineLonger'; readonly seconds: number }
  | { readonly kind: 'inState'; readonly states: readonly number[]; readonly seconds: number }
  | {
      readonly kind: 'alarm'
      readonly group?: string
      readonly times: number
      readonly minutes?: number
    }

type Window = { readonly from: number; readonly to: number }
export type ReferenceOpening = { readonly openedAt: number; readonly endedAt: number | null }
type Held = { from: number; to: number }

/** A day and two hours before a window is what an alert may have begun in. */
const lookBack = 26 * 3_600_000
const pause = 60_000

/**
 * When alerts of a machine open in a window: a stop, a silence or a state that lasted longer than so many seconds opens one at the instant at
 * which it had lasted so long; an alarm at its instant. One ends with its condition, and a pause under a minute belongs to it.
 */
export function referenceOpenings(
  { timeline, alarms }: { readonly timeline: Timeline; readonly alarms: readonly RawAlarm[] },
  condition: ReferenceCondition,
  window: Window,
): ReferenceOpening[] {
  const whole = { from: window.from - lookBack, to: window.to }
  const seen = timeline.stretches
    .map((one) => ({
      ...one,
      from: Math.max(one.from, whole.from),
      to: Math.min(one.to, whole.to),
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
  const held = heldBy(condition, seen, alarms, whole).sort((a, b) => a.from - b.from)
  const found: Held[] = []
  for (const { from, to } of held) {
    const last = found.at(-1)
    if (last !== undefined && from - last.to < pause) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
    .filter(({ from }) => from >= window.from && from < window.to)
    .map(({ from, to }) => ({ openedAt: from, endedAt: to >= window.to ? null : to }))
}

function heldBy(
  condition: ReferenceCondition,
  seen: readonly Stretch[],
  alarms: readonly RawAlarm[],
  whole: Window,
): Held[] {
  switch (condition.kind) {
    case 'stoppedLonger':
      return stops(seen, condition.seconds * 1_000, whole)
    case 'offlineLonger':
      return silences(seen, condition.seconds * 1_000, whole)
    case 'inState':
      return states(seen, condition)
    case 'alarm':
      return raised(alarms, condition, whole)
  }
}

/** A stop goes from run to run; only what was observed of it counts. */
function stops(seen: readonly Stretch[], least: number, whole: Window): Held[] {
  const found: Held[] = []
  let observed = 0
  let since: number | null = null
  for (const { from, to, kind } of seen) {
    if (kind === 'run') {
      if (since !== null && since < from) found.push({ from: since, to: from })
      observed = 0
      since = null
      continue
    }
    if (since === null && observed + to - from >= least) since = from + least - observed
    observed += to - from
  }
  if (since !== null) found.push({ from: since, to: whole.to })
  return found
}

function silences(seen: readonly Stretch[], least: number, whole: Window): Held[] {
  const found: Held[] = []
  let heard = whole.from
  for (const { from, to } of [...seen, { from: whole.to, to: whole.to }]) {
    if (seen.length > 0 && from - heard > least) found.push({ from: heard + least, to: from })
    heard = Math.max(heard, to)
  }
  return found
}

function states(
  seen: readonly Stretch[],
  { states: wanted, seconds }: Extract<ReferenceCondition, { kind: 'inState' }>,
): Held[] {
  const times: Held[] = []
  for (const { from, to, state } of seen) {
    if (!wanted.includes(state)) continue
    const last = times.at(-1)
    if (last?.to === from) last.to = to
    else times.push({ from, to })
  }
  return times
    .filter(({ from, to }) => to - from > seconds * 1_000)
    .map(({ from, to }) => ({ from: from + seconds * 1_000, to }))
}

/** So many alarms within so many minutes, until the last minutes have fewer. */
function raised(
  alarms: readonly RawAlarm[],
  { group, times, minutes = 0 }: Extract<ReferenceCondition, { kind: 'alarm' }>,
  whole: Window,
): Held[] {
  const length = minutes * 60_000
  const at = alarms
    .filter((one) => group === undefined || one.group === group)
    .map(({ raisedAt }) => raisedAt)
    .filter((one) => one >= whole.from && one < whole.to)
    .sort((a, b) => a - b)
  return at.flatMap((last, index): Held[] => {
    const first = at[index - times + 1]
    if (first === undefined || (times > 1 && last - first >= length)) return []
    return [{ from: last, to: first + length }]
  })
}
