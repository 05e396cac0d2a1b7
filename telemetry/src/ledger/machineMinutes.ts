import { addModeSpan, type ModeSpan } from '@packboard/model'
import type { LedgerMinute, Span } from './fold/ledgerMinute.ts'
import { minuteMs } from './fold/minute.ts'
import type { Moment } from './moment.ts'
import {
  type HeldContext,
  type HeldSpeedStep,
  isHeldExactly,
  PieceRows,
  type PieceTime,
  type RowPiece,
} from './pieceRows.ts'
import { RememberedMoments } from './rememberedMoments.ts'
import { RowBuffer } from './rowBuffer.ts'

/** What is remembered of a minute: its pieces and its spans. */
export type RememberedMinute = {
  readonly minute: number
  readonly pieces: readonly RowPiece[]
  readonly spans: readonly Span[]
  readonly modes: readonly ModeSpan[]
}

/** The numbers of a span, side by side. */
const spanColumn = { minute: 0, from: 1, to: 2, state: 3 } as const
const spanWidth = 4

/** Time in one state, in ms since 1970. */
export type RememberedSpan = { readonly from: number; readonly to: number; readonly state: number }

/** A minute with its time by context and its states in order, in ms from its beginning. */
export type MinuteTimes = {
  readonly minute: number
  readonly pieces: readonly PieceTime[]
  readonly spans: readonly Span[]
}

/** The newest minutes of one machine. */
export class MachineMinutes {
  readonly clientId: number
  #from: number
  readonly #pieces = new PieceRows()
  readonly #spans = new RowBuffer(spanWidth)
  /** In order, none over the edge of a minute, in ms since 1970. */
  #modes: readonly ModeSpan[] = []
  readonly #moments = new RememberedMoments()
  #writes = 0

  /** All minutes from `from` on are here. */
  constructor(clientId: number, from: number) {
    this.clientId = clientId
    this.#from = from
  }

  get from(): number {
    return this.#from
  }

  /** How many pieces are held. */
  get length(): number {
    return this.#pieces.length
  }

  /** How often minutes were written. */
  get writes(): number {
    return this.#writes
  }

  /** What the machine was doing at an instant; null: it was offline; undefined: not known here. */
  moment(at: number): Moment | null | undefined {
    return this.#moments.at(at)
  }

  /** `writes`: as they were before what the moment follows from was read. */
  keepMoment(at: number, moment: Moment | null, writes: number): void {
    if (writes === this.#writes && at >= this.#from) this.#moments.keep(at, moment)
  }

  /** The minutes of [from, to) are these now; without an end, all from there on. */
  replace(from: number, to: number | null, minutes: readonly RememberedMinute[]): void {
    this.#writes += 1
    this.#moments.forget(from, to ?? Number.POSITIVE_INFINITY)
    const pieces: [number, RowPiece][] = []
    const spans: number[] = []
    const modes: ModeSpan[] = []
    const begin = Math.max(from, this.#from)
    for (const { minute, ...row } of minutes) {
      if (minute < begin) continue
      for (const piece of row.pieces) {
        if (!isHeldExactly(piece)) {
          // It is read from the store, and so is what was before it.
          this.#forgetUntil(minute + minuteMs)
          this.replace(from, to, minutes)
          return
        }
        pieces.push([minute, piece])
      }
      for (const span of row.spans) spans.push(minute, span.from, span.to, span.state)
      for (const span of row.modes) {
        modes.push({ from: minute + span.from, to: minute + span.to, mode: span.mode })
      }
    }
    this.#pieces.replace(begin, to, pieces)
    const held = this.#spans
    const first = held.firstFrom(begin)
    const last = to === null ? held.length : Math.max(first, held.firstFrom(to))
    held.replace(first, last, spans)
    this.#replaceModes(begin, to ?? Number.POSITIVE_INFINITY, modes)
  }

  /** Minutes before an instant are no longer held. */
  trim(before: number): void {
    if (before <= this.#from) return
    this.#forgetUntil(before)
    this.#pieces.renumber()
  }

  /** What the machine did in [from, to), whole minutes that are all here, context by context. */
  contexts(from: number, to: number): HeldContext[] {
    return this.#pieces.contexts(from, to)
  }

  /** The speed of [from, to), whole minutes that are all here, in each step in which one was known. */
  speeds(from: number, to: number, stepMs: number): HeldSpeedStep[] {
    return this.#pieces.speeds(from, to, stepMs)
  }

  /** The states of [from, to), whole minutes that are all here, in order; neighbours of equal state are one. */
  *spans(from: number, to: number): Generator<RememberedSpan> {
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
      const own: Span[] = []
      for (; row < end && spans.at(row, spanColumn.minute) === minute; row++) {
        const [begins, ends] = [spans.at(row, spanColumn.from), spans.at(row, spanColumn.to)]
        own.push({ from: begins, to: ends, state: spans.at(row, spanColumn.state) })
      }
      const times: PieceTime[] = []
      for (; !next.done && next.value.at <= minute; next = pieces.next()) {
        if (next.value.at === minute) times.push(next.value)
      }
      yield { minute, pieces: times, spans: own }
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

  #forgetUntil(from: number): void {
    this.#from = Math.max(this.#from, from)
    this.#moments.forget(Number.NEGATIVE_INFINITY, this.#from)
    this.#pieces.replace(Number.NEGATIVE_INFINITY, this.#from, [])
    this.#spans.replace(0, this.#spans.firstFrom(this.#from), [])
    this.#replaceModes(Number.NEGATIVE_INFINITY, this.#from, [])
  }
}

/** A minute of the ledger as it is remembered. */
export const rememberedMinute = ({
  minute,
  pieces,
  spans,
  modes,
}: LedgerMinute): RememberedMinute => ({
  minute,
  pieces: pieces.map(({ speedMin, speedMax, ...piece }) => ({
    ...piece,
    speedMin: speedMin === null ? null : speedMin / 1e6,
    speedMax: speedMax === null ? null : speedMax / 1e6,
  })),
  spans,
  modes,
})
