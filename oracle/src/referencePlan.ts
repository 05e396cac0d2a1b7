import type { PlanEntry, PlanKind, RawPlan } from './rawRecords.ts'
import type { KnownMachine, RawPlant } from './referencePlant.ts'
import { linesIn } from './referenceSettings.ts'
import { dayAfter, dayAt, momentOf, type Span } from './referenceWindow.ts'

/** Time in which a machine that does not run loses nothing. */
export type Unplanned = Span & { readonly kind: 'break' | 'closed' }

const known = new Map<string, readonly Unplanned[]>()

/** D72, D73: the breaks and the closed time of a machine in a window; none without a plan. */
export function unplannedIn(
  plant: Pick<RawPlant, 'plan' | 'zone' | 'seed' | 'changes'>,
  machine: Pick<KnownMachine, 'line' | 'serialNo'>,
  span: Span,
): readonly Unplanned[] {
  const { plan, zone, seed } = plant
  if (plan === undefined || span.from >= span.to) return []
  return linesIn(plant, machine, span).flatMap(({ line, ...own }) => {
    const key = [seed, line, own.from, own.to].join(' ')
    const found = known.get(key) ?? unplanned(plan, line, zone, own)
    known.set(key, found)
    return found
  })
}

type Timed = Span & { readonly kind: PlanKind }

function unplanned(plan: RawPlan, line: string, zone: string, span: Span): Unplanned[] {
  // A time of the plan is the first moment at which the clocks show it, for starts and ends alike.
  const moment = (date: string, time: string) => momentOf(date, time, zone, 'start')
  // The line's own comes before that of all lines.
  const levels = [...(line === '' ? [] : [line]), null].map((wanted) => ({
    exceptions: plan.exceptions
      .filter((one) => one.line === wanted)
      .map(
        (one): Timed => ({
          from: moment(one.startDate, one.startTime),
          to: moment(one.endDate, one.endTime),
          kind: one.kind,
        }),
      ),
    weeks: plan.weeks
      .filter((week) => week.line === wanted)
      .map(({ validFrom, entries }) => ({
        from: moment(validFrom, '00:00'),
        times: entries === null ? null : timesOf(entries, span, zone),
      }))
      .sort((a, b) => a.from - b.from),
  }))

  const kindAt = (at: number): PlanKind | undefined => {
    const covering = (times: readonly Timed[]) =>
      times.filter(({ from, to }) => from <= at && at < to)
    for (const { exceptions } of levels) {
      const [exception] = covering(exceptions)
      if (exception !== undefined) return exception.kind
    }
    for (const { weeks } of levels) {
      const times = weeks.findLast(({ from }) => from <= at)?.times
      if (!times) continue
      const here = covering(times)
      if (here.some(({ kind }) => kind === 'break')) return 'break'
      return here[0]?.kind ?? 'closed'
    }
    return undefined
  }

  const edges = levels
    .flatMap(({ exceptions, weeks }) => [
      ...exceptions,
      ...weeks.flatMap(({ from, times }) => [{ from, to: from }, ...(times ?? [])]),
    ])
    .flatMap(({ from, to }) => [from, to])
    .filter((at) => span.from < at && at < span.to)
  const starts = [...new Set([span.from, ...edges])].sort((a, b) => a - b)
  const spans: Unplanned[] = []
  for (const [index, from] of starts.entries()) {
    const kind = kindAt(from)
    if (kind !== 'break' && kind !== 'closed') continue
    const to = starts[index + 1] ?? span.to
    const last = spans.at(-1)
    if (last?.to === from && last.kind === kind) spans[spans.length - 1] = { ...last, to }
    else spans.push({ from, to, kind })
  }
  return spans
}

/** Each day's stretches of a week, from the day before the window to the day after it. */
function timesOf(entries: readonly PlanEntry[], span: Span, zone: string): Timed[] {
  const times: Timed[] = []
  const last = dayAfter(dayAt(span.to, zone))
  let date = dayAt(span.from - 3 * 86_400_000, zone)
  for (; date <= last; date = dayAfter(date)) {
    // 1970-01-01 was a Thursday, and Monday is 1.
    const days = Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
    const weekday = ((((days + 3) % 7) + 7) % 7) + 1
    for (const entry of entries.filter((one) => one.weekday === weekday)) {
      const endDate = entry.to > entry.from ? date : dayAfter(date)
      times.push({
        from: momentOf(date, entry.from, zone, 'start'),
        to: momentOf(endDate, entry.to, zone, 'start'),
        kind: entry.kind,
      })
    }
  }
  return times
}

/** How much of some time lies under some of a plan, in ms. */
export function msUnder(times: readonly Span[], unplanned: readonly Span[]): number {
  let ms = 0
  for (const time of times) {
    for (const span of unplanned) {
      ms += Math.max(0, Math.min(time.to, span.to) - Math.max(time.from, span.from))
    }
  }
  return ms
}
