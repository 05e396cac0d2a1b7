import type { LabelSpan } from '../plan/timeSpans.ts'
import type { Reason } from './reasons.ts'

/** An entry of the stop book (D74), of one machine. Instants are ms since 1970. A later entry has the higher id. */
export type StopLabel = {
  readonly id: number
  readonly from: number
  readonly to: number
  /** It also holds after `to`, until the stop ends. */
  readonly untilRun: boolean
  /** null: what was there was taken back. */
  readonly reason: string | null
}

type Span = { readonly from: number; readonly to: number }

/** A stretch of a stop and the entry that holds in it; null: there is none. */
export type LabelledPart<Label extends StopLabel> = Span & { readonly label: Label | null }

/**
 * What holds in a stop: its parts in order, without gap or overlap. Entries only ever cover each other, the one with the
 * higher id holds; in which order they are given does not matter. Neighbours of one entry are one part.
 */
export function labelledParts<Label extends StopLabel>(
  stop: Span,
  labels: readonly Label[],
): LabelledPart<Label>[] {
  const own = labels.filter(({ from, to }) => from < to && from < stop.to && to > stop.from)
  if (own.length === 0) {
    return stop.from < stop.to ? [{ from: stop.from, to: stop.to, label: null }] : []
  }
  const spans = own.map((label) => ({ ...spanOf(label, stop), label }))
  const edges = [stop.from, stop.to, ...spans.flatMap(({ from, to }) => [from, to])]
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const parts: LabelledPart<Label>[] = []
  for (const [index, to] of cuts.entries()) {
    const from = cuts[index - 1]
    if (from === undefined) continue
    const label = spans
      .filter((span) => span.from <= from && to <= span.to)
      .reduce<Label | null>(
        (last, span) => (last === null || span.label.id > last.id ? span.label : last),
        null,
      )
    const last = parts.at(-1)
    if (last !== undefined && last.label === label) parts[parts.length - 1] = { ...last, to }
    else parts.push({ from, to, label })
  }
  return parts
}

/** The part of a stop that a label was set on. */
const spanOf = ({ from, to, untilRun }: StopLabel, stop: Span): Span => ({
  from: Math.max(from, stop.from),
  to: untilRun ? stop.to : Math.min(to, stop.to),
})

/** The entries that hold somewhere in a stretch of a stop, lowest id first. */
export function labelsIn<Label extends StopLabel>(
  parts: readonly LabelledPart<Label>[],
  { from, to }: Span,
): Label[] {
  const found = parts.flatMap((part) =>
    part.label !== null && part.from < to && from < part.to ? [part.label] : [],
  )
  return [...new Set(found)].sort((a, b) => a.id - b.id)
}

/** What a reason says of the time that it is given to. */
export type Planning = { readonly planned: boolean; readonly overrunSeconds: number | null }

/** The same, with where the cause lies. */
type Judging = Planning & Partial<Pick<Reason, 'cause'>>

/** A part of a stop with its reason: planned or not, and from when on not any more. */
export type PlannedPart<Label extends StopLabel> = LabelledPart<Label> & {
  /** null: the part has no reason. */
  readonly planned: boolean | null
  /** Inside the part, or its beginning: from then on a planned reason is unplanned (D74). */
  readonly overrunAt: number | null
}

/**
 * The parts of a stop with what their reasons say. An overrun counts from where the reason began, also over neighbours of the
 * same reason: no split makes planned time.
 */
export function plannedParts<Label extends StopLabel>(
  parts: readonly LabelledPart<Label>[],
  planningOf: (reason: string) => Planning | undefined,
): PlannedPart<Label>[] {
  let began: { readonly reason: string; readonly at: number } | null = null
  return parts.map((part) => {
    const reason = part.label?.reason ?? null
    if (reason === null) {
      began = null
      return { ...part, planned: null, overrunAt: null }
    }
    if (began?.reason !== reason) began = { reason, at: part.from }
    const { planned = false, overrunSeconds = null } = planningOf(reason) ?? {}
    const ends = planned && overrunSeconds !== null ? began.at + overrunSeconds * 1000 : null
    return {
      ...part,
      planned,
      overrunAt: ends === null || ends >= part.to ? null : Math.max(ends, part.from),
    }
  })
}

/** How far labels before a window have a say in it: no reason is overrun later than after this (D74). */
export const longestOverrunMs = 86_400_000

/**
 * The labelled time of one machine before `until`, as spans in order and without overlap (D73). `runs` are the times in which it ran,
 * in any order: all within the labels, and after an entry that holds until the machine runs the next one. Where it ran there is no
 * label, and what holds in a stop is what the stop book says of it.
 */
export function labelSpans(
  labels: readonly StopLabel[],
  runs: readonly Span[],
  { planningOf, until }: { planningOf: (reason: string) => Judging | undefined; until: number },
): LabelSpan[] {
  const ran = runs.toSorted((a, b) => a.from - b.from)
  const reaches = labels
    .map((label) => ({ from: label.from, to: Math.min(until, reachOf(label, ran, until)) }))
    .filter(({ from, to }) => from < to)
  return stoodIn(joined(reaches), ran).flatMap((stop) => {
    const own = labels.filter(({ from, to }) => from < stop.to && to > stop.from)
    return plannedParts(labelledParts(stop, own), planningOf).flatMap((part): LabelSpan[] => {
      const { from, to, label, planned, overrunAt } = part
      if (label === null || planned === null) return []
      const ends = planned ? (overrunAt ?? to) : from
      const isExternal = planningOf(label.reason ?? '')?.cause === 'external'
      return [
        { from, to: ends, label: label.id, planned: true },
        {
          ...{ from: ends, to, label: label.id, planned: false },
          ...(isExternal && { external: true as const }),
        },
      ].filter((span) => span.from < span.to)
    })
  })
}

/** Where an entry ends at the latest: with the stop that it goes on in, where it has no end of its own. */
function reachOf({ to, untilRun }: StopLabel, runs: readonly Span[], until: number): number {
  if (!untilRun || runs.some((run) => run.from < to && to <= run.to)) return to
  return runs.find((run) => run.from >= to)?.from ?? until
}

/** Overlapping and touching spans as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || last.to < span.from) found.push(span)
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return found
}

/** The spans without what ran, in order. */
function stoodIn(spans: readonly Span[], runs: readonly Span[]): Span[] {
  return spans.flatMap(({ from, to }) => {
    const stood: Span[] = []
    let begin = from
    for (const run of runs) {
      if (run.to <= begin || run.from >= to) continue
      if (run.from > begin) stood.push({ from: begin, to: run.from })
      begin = Math.max(begin, run.to)
    }
    if (begin < to) stood.push({ from: begin, to })
    return stood
  })
}

/** Why a reason is proposed (D74). */
export type ProposalWhy = 'alarm' | 'lastConfirmed' | 'state'
export type Proposal = { readonly reason: string; readonly why: ProposalWhy }

/** What is known of a stop before a person says why it was. */
export type StopSigns = {
  /** The first-out alarm; null: no alarm came. */
  readonly alarm: { readonly group: string; readonly text: string } | null
  /** The state that it began with; null where that is not known. */
  readonly state: number | null
  /** The reason that was last confirmed for this alarm on this machine. */
  readonly lastConfirmed: string | null
}

/**
 * The reason that is proposed for a stop: the one that its alarm is mapped to, by text before group; else what was last confirmed
 * for the alarm on the machine; else the one that its state is mapped to (D74). A retired reason is never proposed.
 */
export function proposalFor(reasons: readonly Reason[], signs: StopSigns): Proposal | null {
  const { alarm, state, lastConfirmed } = signs
  const offered = reasons.filter(({ retired }) => !retired)
  const mapped = (kind: 'text' | 'group', value: string) =>
    offered.find(({ alarms }) => alarms.some((own) => own.kind === kind && own.value === value))
  if (alarm !== null) {
    const byAlarm = mapped('text', alarm.text) ?? mapped('group', alarm.group)
    if (byAlarm) return { reason: byAlarm.id, why: 'alarm' }
    const confirmed = offered.find(({ id }) => id === lastConfirmed)
    if (confirmed) return { reason: confirmed.id, why: 'lastConfirmed' }
  }
  const byState = offered.find(({ states }) => state !== null && states.includes(state))
  return byState ? { reason: byState.id, why: 'state' } : null
}
