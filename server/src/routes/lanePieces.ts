import { machineState, type StateBand } from '@packboard/model'
import type { StateLane } from '@packboard/telemetry/read'

/** A time of a lane: of one state, or of several that are too short to be drawn apart. */
export type LanePiece = {
  readonly from: number
  to: number
  /** Its only state; where `shares` say otherwise, the first one. */
  readonly state: number
  /** State and ms in turn where there is more than one time, the worst state first: of the highest band the longest one. */
  shares: number[] | null
}

/** Whose colour wins, as on the strip of a card: what stops the machine before what the line does. */
const rank: Record<StateBand, number> = { stop: 4, line: 3, hold: 2, dark: 1, go: 0 }

/**
 * The pieces of a lane whose columns are `stepMs` long. A time of a column and more is a piece of its own, to the ms. Shorter ones
 * that follow each other become one piece, at most a column long, which knows the time in each state: none is lost, and a
 * stop is seen however short it was. At most two pieces a column, and one.
 */
export function lanePieces(times: StateLane, stepMs: number): LanePiece[] {
  const pieces: LanePiece[] = []
  let open: LanePiece | null = null
  for (let at = 0; at < times.from.length; at += 1) {
    const [from, to] = [times.from[at] as number, times.to[at] as number]
    const state = times.state[at] as number
    if (to <= from) continue
    if (open && to - open.from <= stepMs) {
      open.shares ??= [open.state, open.to - open.from]
      addTo(open.shares, state, to - from)
      open.to = to
      continue
    }
    const piece: LanePiece = { from, to, state, shares: null }
    pieces.push(piece)
    open = to - from < stepMs ? piece : null
  }
  for (const { shares } of pieces) if (shares) worstFirst(shares)
  return pieces
}

function addTo(shares: number[], state: number, ms: number) {
  for (let at = 0; at < shares.length; at += 2) {
    if (shares[at] !== state) continue
    shares[at + 1] = (shares[at + 1] ?? 0) + ms
    return
  }
  shares.push(state, ms)
}

/** Exchanges the first state with the worst one. */
function worstFirst(shares: number[]) {
  const [state = 0, ms = 0] = shares
  let worst = 0
  for (let at = 2; at < shares.length; at += 2) if (isWorse(shares, at, worst)) worst = at
  if (worst === 0) return
  shares[0] = shares[worst] ?? 0
  shares[1] = shares[worst + 1] ?? 0
  shares[worst] = state
  shares[worst + 1] = ms
}

function isWorse(shares: readonly number[], one: number, other: number): boolean {
  const [a = 0, b = 0] = [shares[one], shares[other]]
  const higher = rank[machineState(a).band] - rank[machineState(b).band]
  const longer = (shares[one + 1] ?? 0) - (shares[other + 1] ?? 0)
  return (higher || longer || b - a) > 0
}
