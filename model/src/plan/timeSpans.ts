import type { TakenKind, UnplannedKind } from '../timeModel.ts'
import type { ModeSpan } from '../unitModes.ts'

/** Instants are ms since 1970; `to` is not part of it. */
type Span = { readonly from: number; readonly to: number }

/** A break, or closed time, of the plan. */
export type PlanSpan = Span & { readonly kind: UnplannedKind }

/** Time that a person gave a reason to: `label` is the entry of the stop book, `planned` what its reason says (D74). */
export type LabelSpan = Span & { readonly label: number; readonly planned: boolean }

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
    if (under === null && without === null) continue
    const span = { from, to, under, plan: kind, label: label?.label ?? null }
    const last = spans.at(-1)
    if (last?.to === from && sameKind(last, span)) spans[spans.length - 1] = { ...last, to }
    else spans.push(span)
  }
  return spans
}

const sameKind = (a: TimeSpan, b: TimeSpan) =>
  a.under === b.under && a.plan === b.plan && a.label === b.label

/** The span of an ordered list that covers an instant; instants must come in order. */
function covering<One extends Span>(spans: readonly One[]): (at: number) => One | undefined {
  let next = 0
  return (at) => {
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const span = spans[next]
    return span !== undefined && span.from <= at ? span : undefined
  }
}
