import { machineState, type StateBand } from '@packboard/model'

/** An uninterrupted time in one state, in ms. */
export type LanePart = { readonly from: number; readonly to: number; readonly state: number }

/** A time of a lane: of one state, or of several that are too short to be drawn apart. */
export type LanePiece = {
  from: number
  to: number
  /** The state that is drawn: of the highest band the longest one. */
  worst: number
  /** Ms in each state, where there is more than one time. */
  shares: Map<number, number> | null
}

/** Whose colour wins, as on the strip of a card: what stops the machine before what the line does. */
const rank: Record<StateBand, number> = { stop: 4, line: 3, hold: 2, dark: 1, go: 0 }

/**
 * The pieces of a lane whose columns are `stepMs` long. A time of a column and more is a piece of its own, to the ms. Shorter ones
 * that follow each other become one piece, at most a column long, which knows the time in each state: none is lost, and a
 * stop is seen however short it was. At most two pieces a column, and one.
 */
export function lanePieces(parts: readonly LanePart[], stepMs: number): LanePiece[] {
  const pieces: LanePiece[] = []
  let open: LanePiece | null = null
  for (const { from, to, state } of parts) {
    if (to <= from) continue
    if (open && to - open.from <= stepMs) {
      open.shares ??= new Map([[open.worst, open.to - open.from]])
      open.shares.set(state, (open.shares.get(state) ?? 0) + to - from)
      open.to = to
      continue
    }
    const piece: LanePiece = { from, to, worst: state, shares: null }
    pieces.push(piece)
    open = to - from < stepMs ? piece : null
  }
  for (const piece of pieces) if (piece.shares) piece.worst = worstOf(piece.shares)
  return pieces
}

function worstOf(shares: ReadonlyMap<number, number>): number {
  const [worst] = [...shares].sort(
    ([a, aMs], [b, bMs]) =>
      rank[machineState(b).band] - rank[machineState(a).band] || bMs - aMs || a - b,
  )
  return worst?.[0] ?? 0
}
