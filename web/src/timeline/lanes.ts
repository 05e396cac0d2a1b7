import type { TimelineAnswer, TimelineLane } from '@packboard/contract'
import { machineState, recoveredState, type StateBand } from '@packboard/model'
import type { TimeWindow } from '../charts/timeWindow.ts'

/** A time of a lane, in ms since 1970. */
export type LanePiece = {
  readonly from: number
  readonly to: number
  /** The state that is drawn: of the highest band the longest. */
  readonly state: number
  readonly band: StateBand
  /** State and ms in turn, where it holds several times: `sharesOf` names them. */
  readonly shares: readonly number[] | null
  /** The same by what it is drawn as: ms of each band. */
  readonly bands: BandTimes | null
}

export type BandTimes = Readonly<Record<StateBand, number>>

export type Chip = { readonly at: number; readonly ms: number; readonly group: string }

export type Lane = {
  readonly serialNo: string
  readonly line: string
  readonly pieces: readonly LanePiece[]
  /** The pieces in which the machine did not run, in order: what the arrows step along. */
  readonly stops: readonly LanePiece[]
  readonly byBand: Readonly<Record<StateBand, readonly LanePiece[]>>
  /** Closed time of the plan; what is OFFLINE in it is among the pieces as not scheduled (D73). */
  readonly closed: readonly TimeWindow[]
  /** Gaps that the machine's own counters filled: in which order it was in which state is not known (D71). */
  readonly recovered: readonly LanePiece[]
  readonly speed: readonly (readonly [at: number, speed: number])[]
  readonly fastest: number
  readonly alarms: readonly (readonly [at: number, group: string])[]
  /** The first alarm of each stop that is long enough to carry its letters. */
  readonly chips: readonly Chip[]
  /** Packs per minute of the product that is on the machine at the end; null: not known. */
  readonly target: number | null
  /** What it does at the end of the window; null: offline. */
  readonly end: TimelineLane['end']
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
    lanes: lanes.map(
      ({ machineId, lineName, speed, closed = [], targetPpm, end, ...lane }): Lane => {
        const all = piecesOf(lane.pieces, begin)
        const alarms = lane.alarms.map(({ at, group }) => [begin + at, group] as const)
        const notScheduled = closed.flatMap(([start = 0, end = 0]) =>
          gapsIn(all, begin + start, begin + end),
        )
        return {
          serialNo: machineId,
          line: lineName,
          pieces: [...all, ...notScheduled],
          closed: closed.map(([start = 0, end = 0]) => ({ from: begin + start, to: begin + end })),
          ...sorted(all),
          speed: speed.map(([at = 0, ppm = 0]) => [begin + at, ppm] as const),
          fastest: Math.max(1, ...speed.map(([, ppm = 0]) => ppm)),
          alarms,
          chips: chipsOf(all, alarms),
          ...{ target: targetPpm, end },
        }
      },
    ),
  }
}

/** The pieces by what they are drawn as, in one walk: a week of 50 machines has tens of thousands. */
function sorted(pieces: readonly LanePiece[]) {
  const recovered: LanePiece[] = []
  const stops: LanePiece[] = []
  const byBand = { stop: [], line: [], hold: [], go: [], dark: [] } as Record<
    StateBand,
    LanePiece[]
  >
  for (const piece of pieces) {
    if (isRecovered(piece)) recovered.push(piece)
    else {
      byBand[piece.band].push(piece)
      if (stands(piece)) stops.push(piece)
    }
  }
  return { recovered, stops, byBand }
}

const isRecovered = ({ state }: LanePiece) => state === recoveredState

const stands = (piece: LanePiece) =>
  piece.state !== recoveredState && machineState(piece.state).category !== 'run'

/** Is it a time of one state in which no machine runs? It belongs to a stop then; in a warning a machine may run. */
export const isStop = (piece: LanePiece) =>
  piece.shares === null &&
  piece.state !== notScheduledState &&
  stands(piece) &&
  machineState(piece.state).category !== 'runWhileCounting'

/** Stands for the state of time that is not scheduled; no machine sends it. */
export const notScheduledState = -2

/** The time of a closed stretch in which the machine sent nothing. */
function gapsIn(pieces: readonly LanePiece[], from: number, to: number): LanePiece[] {
  const gaps: LanePiece[] = []
  const add = (start: number, end: number) => {
    if (start < end) {
      gaps.push({ from: start, to: end, state: notScheduledState, band: 'dark', ...oneState })
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

/** Each piece of the wire begins some ms after the one before it. */
function piecesOf(wire: readonly (readonly number[])[], begin: number): LanePiece[] {
  let at = begin
  return wire.map(([before = 0, length = 0, state = 0, ...rest]) => {
    const from = at + before
    at = from + length
    const { band } = machineState(state)
    if (rest.length === 0) return { from, to: at, state, band, ...oneState }
    const shares = [state, ...rest]
    return { from, to: at, state, band, shares, bands: bandTimes(shares) }
  })
}

const oneState = { shares: null, bands: null } as const

function bandTimes(shares: readonly number[]): BandTimes {
  const times = { stop: 0, line: 0, hold: 0, go: 0, dark: 0 }
  for (let at = 0; at < shares.length; at += 2) {
    times[machineState(shares[at] ?? 0).band] += shares[at + 1] ?? 0
  }
  return times
}

/** The states of a piece that holds several times, the longest first. */
export function sharesOf(flat: readonly number[]): { state: number; seconds: number }[] {
  const shares: { state: number; seconds: number }[] = []
  for (let at = 0; at + 1 < flat.length; at += 2) {
    shares.push({ state: flat[at] ?? 0, seconds: (flat[at + 1] ?? 0) / 1_000 })
  }
  return shares.sort((a, b) => b.seconds - a.seconds)
}

/** D18: an alarm of up to so long before a stop is the one that names it. */
const alarmBeforeMs = 5_000
const chipFromMs = 4 * 60_000

/** Of each time outside run from four minutes on, the alarm that was first. */
function chipsOf(
  pieces: readonly LanePiece[],
  alarms: readonly (readonly [at: number, group: string])[],
): Chip[] {
  const chips: Chip[] = []
  let [from, to] = [0, 0]
  const close = () => {
    const first = alarms.find(([at]) => at >= from - alarmBeforeMs && at < to)
    const ms = to - from
    if (first && ms >= chipFromMs) chips.push({ at: from, ms, group: first[1] })
  }
  for (const piece of pieces) {
    const stopped = isStop(piece)
    if (stopped && piece.from === to) to = piece.to
    else {
      close()
      ;[from, to] = stopped ? [piece.from, piece.to] : [piece.to, piece.to]
    }
  }
  close()
  return chips
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
