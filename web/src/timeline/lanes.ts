import type { TimelineAnswer } from '@packboard/contract'
import { machineState, recoveredState, type StateBand } from '@packboard/model'

/** A time of a lane, in ms since 1970. */
export type LanePiece = {
  readonly from: number
  readonly to: number
  /** The state that is drawn: of the highest band the longest. */
  readonly state: number
  readonly band: StateBand
  /** Seconds in each state, where it holds several times. */
  readonly shares: readonly { readonly state: number; readonly seconds: number }[] | null
}

export type Lane = {
  readonly serialNo: string
  readonly line: string
  readonly pieces: readonly LanePiece[]
  /** The pieces in which the machine did not run, in order: what the arrows step along. */
  readonly stops: readonly LanePiece[]
  readonly byBand: Readonly<Record<StateBand, readonly LanePiece[]>>
  /** OFFLINE in closed time of the plan, among the pieces (D73). */
  readonly notScheduled: readonly LanePiece[]
  /** Gaps that the machine's own counters filled: in which order it was in which state is not known (D71). */
  readonly recovered: readonly LanePiece[]
  readonly speed: readonly (readonly [at: number, speed: number])[]
  readonly fastest: number
  readonly alarms: readonly (readonly [at: number, group: string])[]
}

export type Timeline = {
  readonly from: number
  readonly to: number
  readonly speedStepMs: number
  readonly lanes: readonly Lane[]
}

/** An answer as the lanes take it. */
export function timelineOf({ from, to, speedStepMs, lanes }: TimelineAnswer): Timeline {
  const begin = from.getTime()
  return {
    from: begin,
    to: to.getTime(),
    speedStepMs,
    lanes: lanes.map(({ machineId, lineName, pieces, speed, alarms, closed = [] }): Lane => {
      const all = pieces.map((piece) => pieceOf(piece, begin))
      const notScheduled = closed.flatMap(([start = 0, end = 0]) =>
        gapsIn(all, begin + start, begin + end),
      )
      const of = (band: StateBand) =>
        all.filter((piece) => piece.band === band && !isRecovered(piece))
      return {
        serialNo: machineId,
        line: lineName,
        pieces: [...all, ...notScheduled],
        notScheduled,
        recovered: all.filter(isRecovered),
        stops: all.filter(
          (piece) => machineState(piece.state).category !== 'run' && !isRecovered(piece),
        ),
        byBand: {
          stop: of('stop'),
          line: of('line'),
          hold: of('hold'),
          go: of('go'),
          dark: of('dark'),
        },
        speed: speed.map(({ at, ppm }) => [begin + at, ppm] as const),
        fastest: Math.max(1, ...speed.map(({ ppm }) => ppm)),
        alarms: alarms.map(({ at, group }) => [begin + at, group] as const),
      }
    }),
  }
}

const isRecovered = ({ state }: LanePiece) => state === recoveredState

/** Stands for the state of time that is not scheduled; no machine sends it. */
export const notScheduledState = -2

/** The time of a closed stretch in which the machine sent nothing. */
function gapsIn(pieces: readonly LanePiece[], from: number, to: number): LanePiece[] {
  const gaps: LanePiece[] = []
  const add = (start: number, end: number) => {
    if (start < end) {
      gaps.push({ from: start, to: end, state: notScheduledState, band: 'dark', shares: null })
    }
  }
  let at = from
  for (const piece of pieces) {
    if (piece.to <= from || piece.from >= to) continue
    add(at, piece.from)
    at = Math.max(at, piece.to)
  }
  add(at, to)
  return gaps
}

function pieceOf(
  [from = 0, to = 0, state = 0, ...rest]: readonly number[],
  begin: number,
): LanePiece {
  const shares: { state: number; seconds: number }[] = []
  for (let at = 0; at + 1 < rest.length; at += 2) {
    shares.push({ state: rest[at] ?? 0, seconds: (rest[at + 1] ?? 0) / 1_000 })
  }
  return {
    from: begin + from,
    to: begin + to,
    state,
    band: machineState(state).band,
    shares: shares.length > 0 ? shares.sort((a, b) => b.seconds - a.seconds) : null,
  }
}

/** The piece at an instant; a short one is found `near` ms around it, a stop before a run. */
export function pieceAt({ pieces, stops }: Lane, at: number, near: number): LanePiece | null {
  const close = stops.filter(({ from, to }) => from - near <= at && at < to + near)
  const middle = ({ from, to }: LanePiece) => Math.abs((from + to) / 2 - at)
  const [stop] = close.sort((a, b) => middle(a) - middle(b))
  return stop ?? pieces.find(({ from, to }) => from <= at && at < to) ?? null
}

/** The stop after or before an instant. */
export function nextStop({ stops }: Lane, at: number, step: 1 | -1): LanePiece | null {
  return (
    (step === 1 ? stops.find(({ from }) => from > at) : stops.findLast(({ from }) => from < at)) ??
    null
  )
}

/** The longest time without run of all lanes. */
export function longestStop(lanes: readonly Lane[]): { lane: Lane; piece: LanePiece } | null {
  let longest: { lane: Lane; piece: LanePiece } | null = null
  for (const lane of lanes) {
    for (const piece of lane.stops) {
      if (piece.shares) continue
      const { from, to } = longest?.piece ?? { from: 0, to: 0 }
      if (piece.to - piece.from > to - from) longest = { lane, piece }
    }
  }
  return longest
}
