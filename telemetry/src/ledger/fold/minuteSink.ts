import { addModeSpan, type Category, type ModeSpan, recoveredState } from '@packboard/model'
import { type Carry, encodeCarry } from './carry.ts'
import type { LedgerMinute, Piece, Span } from './ledgerMinute.ts'
import { compare } from './ledgerRecords.ts'
import type { Count, FoldSink } from './machineFold.ts'
import { minuteMs } from './minute.ts'
import { type Recovery, recoveredContexts } from './recovery.ts'
import type { Stop, StopLabel } from './stops.ts'

/** Of nearly all minutes. */
const none: ModeSpan[] = []

type OpenMinute = {
  readonly minute: number
  readonly pieces: Piece[]
  /** The stop of each piece, side by side. */
  readonly stops: (Stop | null)[]
  readonly spans: Span[]
  readonly modes: readonly ModeSpan[]
  readonly carry: string
  readonly stop: Stop | null
}

/** Minutes that are named before it can rest: a millisecond. */
const minutesAtOnce = 100

/** Gathers a fold into minutes. Stops get their names last, because an alarm may come late in a stop (D18). */
export class MinuteSink implements FoldSink {
  readonly #minutes: OpenMinute[] = []
  readonly #settle: () => Carry
  #pieces: Piece[] = []
  #stops: (Stop | null)[] = []
  #spans: Span[] = []
  #modes: ModeSpan[] = none

  constructor(settle: () => Carry) {
    this.#settle = settle
  }

  time(from: number, to: number, carry: Carry, category: Category, stop: Stop | null): void {
    const piece = this.#piece(carry, category, stop)
    const ms = to - from
    piece.ms += ms
    const { speed } = carry
    if (speed !== null) {
      piece.speedMs += ms
      piece.speedSum += speedTime(speed, ms)
      if (piece.speedMin === null || speed < piece.speedMin) piece.speedMin = speed
      if (piece.speedMax === null || speed > piece.speedMax) piece.speedMax = speed
    }
    const offset = from % minuteMs
    const last = this.#spans.at(-1)
    if (last !== undefined && last.to === offset && last.state === carry.state) last.to += ms
    else this.#spans.push({ from: offset, to: offset + ms, state: carry.state })
    if (carry.mode !== '') {
      if (this.#modes === none) this.#modes = []
      addModeSpan(this.#modes, { from: offset, to: offset + ms, mode: carry.mode })
    }
  }

  recovered(from: number, to: number, carry: Carry, recovery: Recovery): void {
    let all = 0
    for (const part of recoveredContexts(recovery, [from, to], carry)) {
      const piece = this.#piece(part.carry, part.category, null)
      piece.ms += part.ms
      piece.packs += part.packs
      if (part.rejects > 0n) piece.rejects = (piece.rejects ?? 0n) + part.rejects
      all += part.ms
    }
    const offset = from % minuteMs
    if (all > 0) this.#spans.push({ from: offset, to: offset + all, state: recoveredState })
  }

  counted(_at: number, carry: Carry, category: Category, stop: Stop | null, count: Count): void {
    const piece = this.#piece(carry, category, stop)
    piece.packs += count.packs
    if (count.rejects > 0n) piece.rejects = (piece.rejects ?? 0n) + count.rejects
    if (count.flagged) piece.flagged++
  }

  sampled(_at: number, carry: Carry, category: Category, stop: Stop | null): void {
    this.#piece(carry, category, stop).samples++
  }

  stopped(_at: number, carry: Carry, category: Category, stop: Stop): void {
    this.#piece(carry, category, stop).stops++
  }

  minuteEnd(end: number): void {
    const carry = this.#settle()
    this.#minutes.push({
      minute: end - minuteMs,
      pieces: this.#pieces,
      stops: this.#stops,
      spans: this.#spans,
      modes: this.#modes,
      carry: encodeCarry(carry),
      stop: carry.stop,
    })
    this.#pieces = []
    this.#stops = []
    this.#spans = []
    this.#modes = none
  }

  /** The finished minutes, with the stops named. For `inSlices`. */
  *rows(nameOf: (stop: Stop) => StopLabel): Generator<void, LedgerMinute[]> {
    const rows: LedgerMinute[] = []
    for (const { minute, pieces, stops, spans, modes, carry, stop } of this.#minutes) {
      if (rows.length % minutesAtOnce === 0) yield
      rows.push({
        minute,
        pieces: named(pieces, stops, nameOf),
        spans,
        modes,
        carry,
        openLabel: stop && nameOf(stop),
      })
    }
    return rows
  }

  #piece(carry: Carry, category: Category, stop: Stop | null): Piece {
    const pieces = this.#pieces
    for (let i = pieces.length - 1; i >= 0; i--) {
      const piece = pieces[i]
      if (
        piece?.state === carry.state &&
        piece.category === category &&
        this.#stops[i] === stop &&
        piece.product === carry.product &&
        piece.tool === carry.tool &&
        piece.user === carry.user
      ) {
        if (piece.rejects === null && carry.rejects.newest !== null) piece.rejects = 0n
        return piece
      }
    }
    const piece: Piece = {
      state: carry.state,
      category,
      product: carry.product,
      tool: carry.tool,
      user: carry.user,
      causeGroup: '',
      cause: '',
      ms: 0,
      packs: 0n,
      rejects: carry.rejects.newest === null ? null : 0n,
      speedMs: 0,
      speedSum: 0n,
      speedMin: null,
      speedMax: null,
      samples: 0,
      flagged: 0,
      stops: 0,
    }
    pieces.push(piece)
    this.#stops.push(stop)
    return piece
  }
}

/** Millionths of ppm times milliseconds; exact also where a double would not be. */
export function speedTime(speed: number, ms: number): bigint {
  const product = speed * ms
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(speed) * BigInt(ms)
}

/** Gives the pieces their stop's name, adds up those that now read the same, and puts them in their one order. */
function named(
  pieces: Piece[],
  stops: readonly (Stop | null)[],
  nameOf: (stop: Stop) => StopLabel,
): Piece[] {
  for (const [i, piece] of pieces.entries()) {
    const stop = stops[i]
    if (stop == null) continue
    const { group, cause } = nameOf(stop)
    piece.causeGroup = group
    piece.cause = cause
  }
  if (pieces.length < 2) return pieces
  pieces.sort(byContext)
  const distinct: Piece[] = []
  for (const piece of pieces) {
    const last = distinct.at(-1)
    if (last !== undefined && byContext(last, piece) === 0) addUp(last, piece)
    else distinct.push(piece)
  }
  return distinct
}

function addUp(sum: Piece, piece: Piece): void {
  sum.ms += piece.ms
  sum.packs += piece.packs
  if (piece.rejects !== null) sum.rejects = (sum.rejects ?? 0n) + piece.rejects
  sum.speedMs += piece.speedMs
  sum.speedSum += piece.speedSum
  sum.speedMin = extreme(Math.min, sum.speedMin, piece.speedMin)
  sum.speedMax = extreme(Math.max, sum.speedMax, piece.speedMax)
  sum.samples += piece.samples
  sum.flagged += piece.flagged
  sum.stops += piece.stops
}

function extreme(
  pick: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  if (a === null) return b
  return b === null ? a : pick(a, b)
}

function byContext(a: Piece, b: Piece): number {
  return (
    a.state - b.state ||
    compare(a.category, b.category) ||
    compare(a.product, b.product) ||
    compare(a.tool, b.tool) ||
    compare(a.user, b.user) ||
    compare(a.causeGroup, b.causeGroup) ||
    compare(a.cause, b.cause)
  )
}
