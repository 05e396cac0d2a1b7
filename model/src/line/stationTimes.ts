import type { Waits } from './evidence.ts'
import type { Station } from './flow.ts'

/** Instants are ms since 1970; `to` is not part of it. */
export type Span = { readonly from: number; readonly to: number }

/** A stop (D18) of a machine of a line: from its first observed moment to its last one. */
export type LineStop = Span & {
  readonly machineId: number
  /** null: its cause is at the machine itself. */
  readonly waits: Waits | null
  /** The first-out alarm, or an empty group and the name of the first state. */
  readonly group: string
  readonly cause: string
  /** The machine was observed right before it: it is known when it began. */
  readonly isBeginKnown: boolean
  /** How far the clock of its records is from ours, ms; null: not measured, as of records by file. */
  readonly skewMs: number | null
}

/** What is known of a machine; each list in order and without overlap. */
export type LineMachine = {
  readonly machineId: number
  readonly stops: readonly LineStop[]
  /** Times without data, within stops too. */
  readonly gaps: readonly Span[]
  /** What takes time outside run out of planned time (D72); `closed`: its gaps, too. */
  readonly planned: readonly (Span & { readonly closed: boolean })[]
}

/** What a machine did: it ran, stood, stood where nothing was planned, sent nothing, or sent nothing in closed time. */
export const machineKinds = { ran: 0, stood: 1, planned: 2, offline: 3, closed: 4 } as const

/** A time of one kind. */
export type MachinePiece = Span & {
  readonly kind: number
  /** The stop that it is in; undefined where the machine ran, or between stops was offline. */
  readonly stop: LineStop | undefined
}

/** The time of a machine in `range` without what it ran, in order: pieces of one kind and one stop. */
export function machinePieces({ stops, gaps, planned }: LineMachine, range: Span): MachinePiece[] {
  const pieces: MachinePiece[] = []
  const [inStops, inGaps, inPlan] = [new SpanWalk(stops), new SpanWalk(gaps), new SpanWalk(planned)]
  let last: MutablePiece | undefined
  for (let at = range.from; at < range.to; ) {
    const [stop, gap, plan] = [inStops.at(at), inGaps.at(at), inPlan.at(at)]
    const to = Math.min(range.to, inStops.until, inGaps.until, inPlan.until)
    const kind = kindOf(stop, gap, plan)
    if (kind !== machineKinds.ran) {
      if (last?.to === at && last.kind === kind && last.stop === stop) last.to = to
      else {
        last = { from: at, to, kind, stop }
        pieces.push(last)
      }
    }
    at = to
  }
  return pieces
}

type MutablePiece = { -readonly [Key in keyof MachinePiece]: MachinePiece[Key] }

function kindOf(
  stop: LineStop | undefined,
  gap: Span | undefined,
  plan: { readonly closed: boolean } | undefined,
): number {
  if (gap !== undefined) return plan?.closed ? machineKinds.closed : machineKinds.offline
  if (stop === undefined) return machineKinds.ran
  return plan === undefined ? machineKinds.stood : machineKinds.planned
}

/** Walks along spans in order and without overlap; instants must come in order. */
class SpanWalk<One extends Span> {
  /** Until when the answer for the last instant holds. */
  until = Number.POSITIVE_INFINITY
  readonly #spans: readonly One[]
  #next = 0

  constructor(spans: readonly One[]) {
    this.#spans = spans
  }

  at(instant: number): One | undefined {
    let span = this.#spans[this.#next]
    while (span !== undefined && span.to <= instant) {
      this.#next += 1
      span = this.#spans[this.#next]
    }
    const isIn = span !== undefined && span.from <= instant
    this.until = span === undefined ? Number.POSITIVE_INFINITY : isIn ? span.to : span.from
    return isIn ? span : undefined
  }
}

/** A time in which a station has fewer machines running than it needs. */
export type StationPiece = Span & {
  /** `stood`: a machine stopped; `planned`: only the plan keeps it from running; `offline`: it is not known whether it runs. */
  readonly kind: number
  /** Where machines stand: the stop that brought the station below what it needs. */
  readonly stop: LineStop | undefined
  /** Stops that began so near to it that by the records each may have done so: the tolerance, and what their clocks differ by. Absent: there is none. */
  readonly others?: readonly LineStop[]
}

/** How far the clocks of two stops differ, ms; 0 where they were not measured. */
export function clocksApart(one: LineStop, other: LineStop | undefined): number {
  if (other === undefined || one.skewMs === null || other.skewMs === null) return 0
  return Math.abs(one.skewMs - other.skewMs)
}

/** Records of two machines that belong together may be this far apart (D102), ms. */
export const lineToleranceMs = 2_000

/**
 * The time in which a station is not up (D102), in order. Machines that the plan keeps away are not needed. With what is offline running, a
 * station that is up is offline; else it is down by the stop after which fewer than needed were left.
 */
export function stationPieces(
  { machines, needs }: Pick<Station<number>, 'machines' | 'needs'>,
  piecesOf: (machineId: number) => readonly MachinePiece[],
): readonly StationPiece[] {
  const [only, ...others] = machines
  if (only !== undefined && others.length === 0) {
    return piecesOf(only)
  }
  const lists = machines.map(piecesOf)
  const edges = lists.flatMap((list) => list.flatMap(({ from, to }) => [from, to]))
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const next = lists.map(() => 0)
  const found: StationPiece[] = []
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1]
    if (to === undefined) break
    const present = lists.flatMap((list, machine) => {
      let place = next[machine] ?? 0
      while ((list[place]?.to ?? Number.POSITIVE_INFINITY) <= from) place += 1
      next[machine] = place
      const piece = list[place]
      return piece !== undefined && piece.from <= from ? [piece] : []
    })
    const state = stationState(present, machines.length, needs)
    if (state === null) continue
    const last = found.at(-1)
    if (last !== undefined && last.to === from && isSame(last, state)) {
      found[found.length - 1] = { ...last, to }
    } else found.push({ from, to, ...state })
  }
  return found
}

type StationState = Omit<StationPiece, 'from' | 'to'>

const isSame = (a: StationState, b: StationState) =>
  a.kind === b.kind &&
  a.stop === b.stop &&
  a.others?.length === b.others?.length &&
  (a.others ?? noStops).every((stop, index) => stop === b.others?.[index])

const noStops: readonly LineStop[] = []

/** A station by the pieces of those of its machines that do not run; null: it is up. */
function stationState(
  present: readonly MachinePiece[],
  machines: number,
  needs: number,
): StationState | null {
  const running = machines - present.length
  if (running >= needs) return null
  const [stood, away, silent] = [
    present.filter(({ kind }) => kind === machineKinds.stood),
    present.filter(({ kind }) => kind === machineKinds.planned || kind === machineKinds.closed),
    present.filter(({ kind }) => kind === machineKinds.offline),
  ]
  const available = machines - away.length
  const needed = Math.min(needs, available)
  const none = { stop: undefined }
  if (running >= needed) return { kind: machineKinds.planned, ...none }
  if (running + silent.length >= needed) return { kind: machineKinds.offline, ...none }
  // The station can do without as many machines as it has more than it needs; the next that stops brings it down.
  const inOrder = stood.toSorted((a, b) => a.from - b.from)
  const place = available - needed
  const own = inOrder[place]
  const others = inOrder.flatMap(({ from, stop }) =>
    own !== undefined &&
    stop !== undefined &&
    stop !== own.stop &&
    Math.abs(from - own.from) <= lineToleranceMs + clocksApart(stop, own.stop)
      ? [stop]
      : [],
  )
  return { kind: machineKinds.stood, stop: own?.stop, ...(others.length > 0 && { others }) }
}
