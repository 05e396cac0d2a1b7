import type { StopTime, TimePart } from '../ledger/cachedReads.ts'

/** A minute of a machine with run and stops in it: its states in order, and its time by context. */
export type MixedMinute = {
  readonly machineId: number
  readonly minute: number
  /** In ms from the beginning of the minute. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly state: number }[]
  readonly pieces: (StopTime & { readonly causeGroup: string; readonly cause: string })[]
}

/** The states of a minute in order, as the text of a row. */
export const spanTexts = `arrayStringConcat(arrayMap((from_ms, to_ms, state) ->
      concat(toString(from_ms), ' ', toString(to_ms), ' ', toString(state)),
      spans.from_ms, spans.to_ms, spans.state), ',')` as const

/** What such a text says. */
export function spansOf(text: string): MixedMinute['spans'] {
  if (text === '') return []
  return text.split(',').map((span) => {
    const [from = 0, to = 0, state = 0] = span.split(' ').map(Number)
    return { from, to, state }
  })
}

/** What minutes of a group have: run alone, time outside run alone, or both. */
export const groupKind = { run: 1, stood: 2, both: 3 } as const

/** Minutes of one kind in a row, with their time by context; of minutes with both, one. */
export type StopGroup = MixedMinute & {
  readonly kind: number
  /** What was when in this minute is only in the raw records: time in it was recovered. */
  readonly hasRecovered: boolean
  first: number
  last: number
}

/** Run and stops of groups, in order; minutes whose rows do not say which time is whose are `unclear`. */
export function partsOfGroups(groups: Iterable<StopGroup>): {
  readonly parts: TimePart[]
  readonly unclear: MixedMinute[]
} {
  const parts: TimePart[] = []
  const unclear: MixedMinute[] = []
  for (const group of groups) {
    const { machineId, kind, first: from, last: to, pieces } = group
    if (group.hasRecovered) unclear.push(group)
    else if (kind === groupKind.run) parts.push({ machineId, from, to, stood: null })
    else if (kind === groupKind.stood) {
      const [any] = pieces
      if (any === undefined) throw new Error('A part of a stop has no time')
      const { causeGroup, cause } = any
      parts.push({ machineId, from, to, stood: { causeGroup, cause, times: pieces } })
    } else {
      const split = splitMinute(group)
      if (split === null) unclear.push(group)
      else for (const part of split) parts.push(part)
    }
  }
  return { parts, unclear }
}

type Piece = MixedMinute['pieces'][number]
type Span = MixedMinute['spans'][number]

/**
 * Run and stops of such a minute in order. null where its row does not say which time belongs to which stop: a state that
 * was run and stop in one minute (a warning, D13), or one that two stops had in different contexts.
 */
function splitMinute({ machineId, minute, spans, pieces }: MixedMinute): TimePart[] | null {
  const ran = new Set<number>()
  const stood = new Map<number, Piece[]>()
  for (const piece of pieces) {
    if (piece.category === 'run') ran.add(piece.state)
    else stood.set(piece.state, [...(stood.get(piece.state) ?? []), piece])
  }
  if ([...ran].some((state) => stood.has(state))) return null
  const parts: { run: boolean; spans: Span[] }[] = []
  for (const span of spans) {
    const run = ran.has(span.state)
    const last = parts.at(-1)
    if (last?.run === run) last.spans.push(span)
    else parts.push({ run, spans: [span] })
  }
  const stops = parts.filter(({ run }) => !run)
  /** Which of the stops have time in a state. */
  const among = (state: number) =>
    stops.filter((stop) => stop.spans.some((span) => span.state === state))
  for (const [state, own] of stood) if (own.length > 1 && among(state).length > 1) return null
  return parts.map((part): TimePart => {
    const bounds = {
      machineId,
      from: minute + (part.spans[0]?.from ?? 0),
      to: minute + (part.spans.at(-1)?.to ?? 0),
    }
    if (part.run) return { ...bounds, stood: null }
    const times = [...new Set(part.spans.map(({ state }) => state))].flatMap((state) =>
      (stood.get(state) ?? []).map((piece) =>
        among(state).length === 1 ? piece : shareOf(piece, part.spans, among(state), part),
      ),
    )
    const [any] = times
    return {
      ...bounds,
      stood: any ? { causeGroup: any.causeGroup, cause: any.cause, times } : null,
    }
  })
}

/** What one of several stops has of a context. Each of them but the first begins in this minute. */
function shareOf(
  piece: Piece,
  spans: readonly Span[],
  among: readonly { readonly spans: readonly Span[] }[],
  own: { readonly spans: readonly Span[] },
): Piece {
  const ms = spans
    .filter(({ state }) => state === piece.state)
    .reduce((sum, { from, to }) => sum + to - from, 0)
  const begins = (stop: { readonly spans: readonly Span[] }) =>
    stop.spans[0]?.state === piece.state ? 1 : 0
  // Those that begin in this context; of the first it is not known whether it began before the minute.
  const later = among.slice(1).reduce((sum, stop) => sum + begins(stop), 0)
  const stops = own === among[0] ? piece.stops - later : begins(own)
  return { ...piece, ms, stops }
}
