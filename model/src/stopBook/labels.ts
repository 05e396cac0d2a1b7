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
  if (labels.length === 0) {
    return stop.from < stop.to ? [{ from: stop.from, to: stop.to, label: null }] : []
  }
  const spans = labels.flatMap((label) => {
    const span = spanOf(label, stop)
    return span === null ? [] : [{ ...span, label }]
  })
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

/** The part of a stop that a label was set on; null when that is nothing. */
function spanOf({ from, to, untilRun }: StopLabel, stop: Span): Span | null {
  const begin = Math.max(from, stop.from)
  const end = Math.min(to, stop.to)
  if (begin >= end) return null
  return { from: begin, to: untilRun ? stop.to : end }
}

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
