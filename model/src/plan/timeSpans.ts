import type { ModeSpan } from '../machineStates.ts'
import type { TakenKind, UnplannedKind } from '../timeModel.ts'

/** Instants are ms since 1970; `to` is not part of it. */
type Span = { readonly from: number; readonly to: number }

/** A break, or closed time, of the plan. */
export type PlanSpan = Span & { readonly kind: UnplannedKind }

/** Time that a person gave a reason to: `label` is the entry of the stop book, `planned` what its reason says (D74). */
export type LabelSpan = Span & {
  readonly label: number
  readonly planned: boolean
  /** The cause of its reason is external; absent where it is planned. */
  readonly external?: true
}

/** Time in another unit mode than production (D72), of each machine by its id; each list in order and without overlap. A machine without one is absent. */
export type ModeSpans = ReadonlyMap<number, readonly ModeSpan[]>

/**
 * Time of a machine that is not simply meant for production (D73). `under`: what takes its idle, alarm and ancillary seconds out
 * of planned time; null where they count. `plan`: what the plan alone says, which offline and unknown time follow, because a
 * label and a mode say only why a machine stood that was seen to stand. `label`: the entry that decided.
 */
export type TimeSpan = Span & {
  readonly under: TakenKind | null
  readonly plan: UnplannedKind | null
  readonly label: number | null
  /** The entry with a reason whose cause is external (D114), where the time is planned. */
  readonly external?: number
  /** Since when the settings of the machine are those of this time (D98), where another one began inside the window. */
  readonly since?: number
}

/** What is known of the time of one machine; each list in order and without overlap. */
export type TimeSources = {
  readonly plan: readonly PlanSpan[]
  readonly modes: readonly Pick<ModeSpan, 'from' | 'to'>[]
  readonly labels: readonly LabelSpan[]
}

/**
 * The one place of D73: a person's label, then the unit mode, then the plan (in which an exception comes before the week). A
 * planned label takes time out; another one gives back what a mode or the plan took out, and changes nothing elsewhere. Spans are
 * in order and without overlap; where nothing differs from production there is none, and neighbours that say the same are one.
 */
export function timeSpans({ plan, modes, labels }: TimeSources): TimeSpan[] {
  if (modes.length === 0 && labels.length === 0) {
    return plan.map(({ from, to, kind }) => ({ from, to, under: kind, plan: kind, label: null }))
  }
  const edges = [...plan, ...modes, ...labels].flatMap(({ from, to }) => [from, to])
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const [planAt, modeAt, labelAt] = [covering(plan), covering(modes), covering(labels)]
  const spans: TimeSpan[] = []
  for (const [index, to] of cuts.entries()) {
    const from = cuts[index - 1]
    if (from === undefined) continue
    const label = labelAt(from)
    const kind = planAt(from)?.kind ?? null
    const without: TakenKind | null = modeAt(from) === undefined ? kind : 'mode'
    const under: TakenKind | null = label === undefined ? without : label.planned ? 'label' : null
    const external = label?.external ? { external: label.label } : {}
    if (under === null && without === null && !label?.external) continue
    // An entry that gives nothing back and takes nothing out says no more than where the cause was.
    const decides = label !== undefined && (under !== null || without !== null)
    const span = { from, to, under, plan: kind, label: decides ? label.label : null, ...external }
    const last = spans.at(-1)
    if (last?.to === from && sameKind(last, span)) spans[spans.length - 1] = { ...last, to }
    else spans.push(span)
  }
  return spans
}

/**
 * The same, divided where another setting of the machine begins: from the first of these edges to the end of the window every time has a
 * span, with `since`.
 */
export function datedSpans(
  spans: readonly TimeSpan[],
  edges: readonly number[],
  end: number,
): readonly TimeSpan[] {
  const [first] = edges
  if (first === undefined) return spans
  const last = Math.max(end, ...spans.map(({ to }) => to))
  const all = [...spans.flatMap(({ from, to }) => [from, to]), ...edges, last]
  const cuts = [...new Set(all)].sort((a, b) => a - b)
  const spanAt = covering(spans)
  return cuts.flatMap((from, index): TimeSpan[] => {
    const to = cuts[index + 1]
    const span = spanAt(from)
    const since = edges.findLast((edge) => edge <= from)
    if (to === undefined || (span === undefined && since === undefined)) return []
    const { under = null, plan = null, label = null, external } = span ?? {}
    const marks = {
      ...(external !== undefined && { external }),
      ...(since !== undefined && { since }),
    }
    return [{ from, to, under, plan, label, ...marks }]
  })
}

/** Something takes time out there, or gives it back: a span may also say no more than since when settings hold. */
export const isJudged = ({ under, plan, label }: TimeSpan): boolean =>
  under !== null || plan !== null || label !== null

const sameKind = (a: TimeSpan, b: TimeSpan) =>
  a.under === b.under && a.plan === b.plan && a.label === b.label && a.external === b.external

/** The span of an ordered list that covers an instant; instants must come in order. */
function covering<One extends Span>(spans: readonly One[]): (at: number) => One | undefined {
  let next = 0
  return (at) => {
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const span = spans[next]
    return span !== undefined && span.from <= at ? span : undefined
  }
}

/** The plan of a shift against what was made (D72). Times are milliseconds, speeds packs per minute. */

export const shiftProgressLimits = {
  /** Planned minutes that the rate of a forecast is taken from. */
  rateMinutes: 60,
  /** Younger shifts, in planned minutes, have no forecast. */
  leastMinutes: 15,
} as const

const minuteMs = 60_000

/** What is known of one machine in a shift. Planned time is without breaks and closed time. */
export type MachineShift = {
  /** Target speed (D22); null where it has none. */
  readonly targetPpm: number | null
  readonly made: number
  readonly plannedMs: number
  readonly leftMs: number
  /** What was made in the last planned hour, and how much planned time that was. */
  readonly rate: { readonly packs: number; readonly ms: number }
}

/** Packs of a shift that runs. */
export type ShiftPacks = {
  readonly made: number
  /** At target speed by now, and of the whole shift; null: a target is missing. */
  readonly due: number | null
  readonly ofShift: number | null
  /** At the end of the shift, if it goes on as in the last hour; null: too early to say. */
  readonly forecast: number | null
}

/** Due = target × planned time so far; forecast = made + rate × planned time that is left. */
export function shiftPacks({ targetPpm, made, plannedMs, leftMs, rate }: MachineShift): ShiftPacks {
  const atTarget = (ms: number) => (targetPpm === null ? null : (targetPpm * ms) / minuteMs)
  const early = plannedMs < shiftProgressLimits.leastMinutes * minuteMs || rate.ms <= 0
  return {
    made,
    due: atTarget(plannedMs),
    ofShift: atTarget(plannedMs + leftMs),
    forecast: leftMs <= 0 ? made : early ? null : made + (rate.packs / rate.ms) * leftMs,
  }
}

/** Of several machines. What one of them lacks the sum lacks, too: without it the sum would be too small. */
export function sumOfShift(machines: readonly ShiftPacks[]): ShiftPacks {
  const sum = (value: (machine: ShiftPacks) => number | null) =>
    machines.length === 0
      ? null
      : machines.reduce<number | null>((all, machine) => {
          const one = value(machine)
          return all === null || one === null ? null : all + one
        }, 0)
  return {
    made: sum(({ made }) => made) ?? 0,
    due: sum(({ due }) => due),
    ofShift: sum(({ ofShift }) => ofShift),
    forecast: sum(({ forecast }) => forecast),
  }
}

/**
 * The whole minute since which at least `ms` of a window are outside of these spans, which are in order without overlap; its start where
 * there is less.
 */
export function plannedSince(unplanned: readonly Span[], { from, to }: Span, ms: number): number {
  let [end, wanted] = [to, ms]
  for (const span of unplanned.toReversed()) {
    if (span.from >= end) continue
    const begin = Math.max(from, Math.min(span.to, end))
    if (end - begin >= wanted) break
    wanted -= end - begin
    end = Math.max(from, span.from)
    if (end === from) return from
  }
  return Math.max(from, Math.floor((end - wanted) / minuteMs) * minuteMs)
}
