import type { StopTime, TimePart } from '../ledger/timePart.ts'

/** A minute of a machine with run and stops in it: its states in order, and its time by context. */
export type MixedMinute = {
  readonly machineId: number
  readonly minute: number
  /** In ms from the beginning of the minute. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly state: number }[]
  readonly pieces: (StopTime & { readonly causeGroup: string; readonly cause: string })[]
}

type Piece = MixedMinute['pieces'][number]
type Span = MixedMinute['spans'][number]

/**
 * Run and stops of such a minute in order. null where its row does not say which time belongs to which stop: a state that
 * was run and stop in one minute (a warning, D13), or one that two stops had in different contexts.
 */
export function splitMinute({ machineId, minute, spans, pieces }: MixedMinute): TimePart[] | null {
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
