import { type AlertHours, alertLimits } from './alertRule.ts'

/** A time in which a condition holds, ms since 1970; `to` is null while it still holds. */
export type HeldSpan = { readonly from: number; readonly to: number | null }

/** When an alert opens and when its condition ended; null while it is open. */
export type AlertTime = { readonly openedAt: number; readonly endedAt: number | null }

/**
 * Spans in order, without overlap: those that touch or overlap are one, and those without a length are left out unless `points` are
 * kept. The order in which they are given does not matter.
 */
export function joinedSpans(spans: readonly HeldSpan[], points = false): HeldSpan[] {
  const joined: { from: number; to: number | null }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (to !== null && (to < from || (to === from && !points))) continue
    const last = joined.at(-1)
    if (last === undefined || (last.to !== null && last.to < from)) joined.push({ from, to })
    else if (last.to !== null) last.to = to === null ? null : Math.max(last.to, to)
  }
  return joined
}

/**
 * When alerts open whose condition holds in these spans (D94): at the instant at which it has held for `forMs` without a pause. An alert ends
 * when its condition did not hold for a minute; a shorter pause is part of it. A span without a length opens one only where `forMs` is 0.
 */
export function alertTimes(
  spans: readonly HeldSpan[],
  forMs: number,
  clearMs: number = alertLimits.clearMs,
): AlertTime[] {
  const times: { openedAt: number; endedAt: number | null }[] = []
  for (const { from, to } of joinedSpans(spans, forMs === 0)) {
    const open = times.at(-1)
    if (open !== undefined) {
      if (open.endedAt === null) return times
      if (from - open.endedAt < clearMs) {
        open.endedAt = to
        continue
      }
    }
    if (to === null || to - from >= forMs) times.push({ openedAt: from + forMs, endedAt: to })
  }
  return times
}

/** Where spans and others both are, in order. A span without a length lies in one that begins with it. */
export function commonSpans(spans: readonly HeldSpan[], others: readonly HeldSpan[]): HeldSpan[] {
  const ends = (to: number | null) => to ?? Number.POSITIVE_INFINITY
  const allowed = joinedSpans(others)
  return joinedSpans(spans, true).flatMap((span) =>
    allowed.flatMap((other): HeldSpan[] => {
      const from = Math.max(span.from, other.from)
      const to = Math.min(ends(span.to), ends(other.to))
      const isPoint = span.from === span.to && from < ends(other.to)
      if (from > to || (from === to && !isPoint)) return []
      return [{ from, to: Number.isFinite(to) ? to : null }]
    }),
  )
}

/** What is left of a time without some spans, in order. */
export function spansWithout(
  whole: { readonly from: number; readonly to: number },
  out: readonly { readonly from: number; readonly to: number }[],
): { from: number; to: number }[] {
  const left: { from: number; to: number }[] = []
  let begin = whole.from
  for (const { from, to } of joinedSpans(out)) {
    if (from > begin) left.push({ from: begin, to: Math.min(from, whole.to) })
    begin = Math.max(begin, to ?? whole.to)
    if (begin >= whole.to) return left
  }
  if (begin < whole.to) left.push({ from: begin, to: whole.to })
  return left
}

/** The wall clock of a zone: how `hoursBetween` learns of days and of clocks that are put on or back. */
export type WallClock = {
  dateAt(at: number): string
  addDays(date: string, days: number): string
  instant(date: string, time: string, side: 'start' | 'end'): number
}

/**
 * The hours of a rule between two instants, in order. Hours that end at or before they begin end on the next day; they belong to the day on
 * which they begin. An hour that a change of the clocks skips has no length, one that comes twice is in whole (D16).
 */
export function hoursBetween(
  hours: readonly AlertHours[],
  from: number,
  to: number,
  clock: WallClock,
): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  const last = clock.dateAt(to)
  for (
    let date = clock.addDays(clock.dateAt(from), -1);
    date <= last;
    date = clock.addDays(date, 1)
  ) {
    const day = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    for (const one of hours) {
      if (!one.days.includes(day)) continue
      const begin = clock.instant(date, one.from, 'start')
      const endDate = one.to <= one.from ? clock.addDays(date, 1) : date
      const end = clock.instant(endDate, one.to, 'end')
      spans.push({ from: Math.max(begin, from), to: Math.min(end, to) })
    }
  }
  return joinedSpans(spans).map((span) => ({ from: span.from, to: span.to ?? to }))
}
