import { addModeSpan, type ModeSpan } from '@packboard/model'
import type { LedgerMinute, Span } from './fold/ledgerMinute.ts'
import { hourMs, minuteMs } from './fold/minute.ts'
import {
  type CachedContext,
  type CachedSpeedStep,
  isExactPiece,
  PieceRows,
  type PieceTime,
  type RowPiece,
  type SpareField,
} from './pieceRows.ts'
import { RowBuffer } from './rowBuffer.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import type { TimeRange } from './timeRanges.ts'

/** A day and a shift's beginning of each machine: what most pages show. */
export const cachedMs = 26 * hourMs
/** Pieces of all machines together, some 96 bytes each; with more the time that is cached is shorter. */
const mostPieces = 1_000_000
/** So much more than what is to be cached is there before the oldest go. */
const trimEveryMs = hourMs

/** What is cached of a minute. */
export type CachedMinute = Pick<LedgerMinute, 'minute' | 'spans' | 'modes'> & {
  readonly pieces: readonly RowPiece[]
}

/** The numbers of a span, side by side. */
const spanColumn = { minute: 0, from: 1, to: 2, state: 3 } as const
const spanWidth = 4

/** Time in one state, in ms since 1970. */
type CachedSpan = TimeRange & { readonly state: number }

/** A minute with its time by context and its states in order, in ms from its beginning. */
export type MinuteTimes = {
  readonly minute: number
  readonly pieces: readonly PieceTime[]
  readonly spans: readonly Span[]
}

/** The newest minutes of each machine in memory, so that a question about the last hours needs no query. */
export class CachedMinutes {
  readonly #machines = new Map<number, MachineMinutes>()
  #pieces = 0

  /** The minutes of a machine of this client; null when none are cached. */
  of({ clientId, machineId }: MachinePlace): MachineMinutes | null {
    const machine = this.#machines.get(machineId)
    return machine?.clientId === clientId ? machine : null
  }

  has(machineId: number): boolean {
    return this.#machines.has(machineId)
  }

  /** These are all minutes of a machine from `from` on. */
  begin(
    { clientId, machineId }: MachinePlace,
    from: number,
    minutes: readonly CachedMinute[],
  ): void {
    this.forget(machineId)
    this.#machines.set(machineId, new MachineMinutes(clientId, from))
    this.put(machineId, { from, to: Number.POSITIVE_INFINITY }, minutes)
  }

  /** These are the minutes of a range now, if the machine is cached. */
  put(machineId: number, range: TimeRange, minutes: readonly CachedMinute[]): void {
    const machine = this.#machines.get(machineId)
    if (machine === undefined) return
    this.#pieces -= machine.length
    machine.put(range, minutes)
    const newest = minutes.at(-1)?.minute ?? Number.NEGATIVE_INFINITY
    const share = Math.min(1, mostPieces / Math.max(1, this.#pieces + machine.length))
    const first = newest + minuteMs - cachedMs * share
    if (machine.from < first - trimEveryMs * share) machine.trim(first)
    this.#pieces += machine.length
  }

  forget(machineId: number): void {
    this.#pieces -= this.#machines.get(machineId)?.length ?? 0
    this.#machines.delete(machineId)
  }

  forgetAll(): void {
    this.#machines.clear()
    this.#pieces = 0
  }
}

/** The newest minutes of one machine. */
export class MachineMinutes {
  readonly clientId: number
  #from: number
  readonly #pieces = new PieceRows()
  readonly #spans = new RowBuffer(spanWidth)
  /** In order, none over the edge of a minute, in ms since 1970. */
  #modes: readonly ModeSpan[] = []

  /** All minutes from `from` on are here. */
  constructor(clientId: number, from: number) {
    this.clientId = clientId
    this.#from = from
  }

  get from(): number {
    return this.#from
  }

  /** How many pieces are cached. */
  get length(): number {
    return this.#pieces.length
  }

  /** These are the minutes of a range now. */
  put(range: TimeRange, minutes: readonly CachedMinute[]): void {
    const begin = Math.max(range.from, this.#from)
    const inexact = minutes.findLast(({ minute, pieces }) => {
      return minute >= begin && !pieces.every(isExactPiece)
    })
    // What a number does not hold exactly is read from the store, and so is what was before it.
    if (inexact) this.#forgetUntil(inexact.minute + minuteMs)
    const from = Math.max(begin, this.#from)
    const own = minutes.filter(({ minute }) => minute >= from)
    this.#pieces.replace(
      from,
      range.to,
      own.flatMap(({ minute, pieces }) => pieces.map((piece) => [minute, piece] as const)),
    )
    this.#spans.replace(
      from,
      range.to,
      own.flatMap(({ minute, spans }) =>
        spans.flatMap((span) => [minute, span.from, span.to, span.state]),
      ),
    )
    this.#replaceModes(
      from,
      range.to,
      own.flatMap(({ minute, modes }) =>
        modes.map(({ from, to, mode }) => ({ from: minute + from, to: minute + to, mode })),
      ),
    )
  }

  /** Minutes before an instant are no longer cached. */
  trim(before: number): void {
    if (before <= this.#from) return
    this.#forgetUntil(before)
    this.#pieces.renumber()
  }

  /** What the machine did in [from, to), whole minutes that are all here, context by context. */
  contexts(from: number, to: number, spare?: readonly SpareField[]): CachedContext[] {
    return this.#pieces.contexts(from, to, spare)
  }

  /** The speed of [from, to), whole minutes that are all here, in each step in which one was known. */
  speeds(from: number, to: number, stepMs: number): CachedSpeedStep[] {
    return this.#pieces.speeds(from, to, stepMs)
  }

  /** The states of [from, to), whole minutes that are all here, in order; neighbours of equal state are one. */
  *spans(from: number, to: number): Generator<CachedSpan> {
    const spans = this.#spans
    const end = spans.firstFrom(to)
    let open: { from: number; to: number; state: number } | undefined
    for (let row = spans.firstFrom(from); row < end; row++) {
      const minute = spans.at(row, spanColumn.minute)
      const state = spans.at(row, spanColumn.state)
      const begins = minute + spans.at(row, spanColumn.from)
      const ends = minute + spans.at(row, spanColumn.to)
      if (open?.state === state && open.to === begins) open.to = ends
      else {
        if (open) yield open
        open = { from: begins, to: ends, state }
      }
    }
    if (open) yield open
  }

  /** The minutes of [from, to) that have a state, all of which are here, in order. */
  *minutes(from: number, to: number): Generator<MinuteTimes> {
    const spans = this.#spans
    const end = spans.firstFrom(to)
    const pieces = this.#pieces.times(from, to)
    let next = pieces.next()
    for (let row = spans.firstFrom(from); row < end; ) {
      const minute = spans.at(row, spanColumn.minute)
      const states: Span[] = []
      for (; row < end && spans.at(row, spanColumn.minute) === minute; row++) {
        const [begins, ends] = [spans.at(row, spanColumn.from), spans.at(row, spanColumn.to)]
        states.push({ from: begins, to: ends, state: spans.at(row, spanColumn.state) })
      }
      const times: PieceTime[] = []
      for (; !next.done && next.value.at <= minute; next = pieces.next()) {
        if (next.value.at === minute) times.push(next.value)
      }
      yield { minute, pieces: times, spans: states }
    }
  }

  /** The times in other modes of [from, to), whole minutes that are all here, in order; neighbours of one mode are one. */
  modes(from: number, to: number): ModeSpan[] {
    const found: ModeSpan[] = []
    for (const span of this.#modes) {
      if (span.from >= from && span.from < to) addModeSpan(found, span)
    }
    return found
  }

  #replaceModes(from: number, to: number, modes: readonly ModeSpan[]): void {
    if (modes.length === 0 && this.#modes.length === 0) return
    this.#modes = [
      ...this.#modes.filter((span) => span.from < from),
      ...modes,
      ...this.#modes.filter((span) => span.from >= to),
    ]
  }

  #forgetUntil(until: number): void {
    this.#from = Math.max(this.#from, until)
    this.#pieces.replace(Number.NEGATIVE_INFINITY, this.#from, [])
    this.#spans.replace(Number.NEGATIVE_INFINITY, this.#from, [])
    this.#replaceModes(Number.NEGATIVE_INFINITY, this.#from, [])
  }
}
