import type { Category } from '@packboard/model'
import { ExactSum, isExact } from './fold/exactSum.ts'
import type { LedgerMinute, Piece, Span } from './fold/ledgerMinute.ts'
import { minuteMs } from './fold/minute.ts'
import type { Moment } from './moment.ts'
import { RememberedMoments } from './rememberedMoments.ts'
import { RowBuffer } from './rowBuffer.ts'

/** What is remembered of a minute: its pieces, without the operator, and its spans. */
export type RememberedMinute = {
  readonly minute: number
  readonly pieces: readonly Omit<Piece, 'user' | 'flagged'>[]
  readonly spans: readonly Span[]
}

type Context = {
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly causeGroup: string
  readonly cause: string
}

/** What a machine did in one context over some minutes, added up as the engine adds up rows. */
export type ContextMinutes = Context & {
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: the machine had never reported a reject counter. */
  readonly rejects: bigint | null
  readonly speedMs: number
  /** Millionths of a pack per minute, times ms. */
  readonly speedSum: bigint
  /** Packs per minute; null where no speed was known. */
  readonly speedMin: number | null
  readonly speedMax: number | null
  readonly samples: number
  readonly stops: number
}

/** `sum`: millionths of a pack per minute, times ms; `min` and `max` in packs per minute. */
type HeldSpeed = {
  readonly ms: number
  readonly sum: bigint
  readonly min: number
  readonly max: number
}

/** The numbers of a piece, side by side. */
const column = {
  ...{ minute: 0, context: 1, ms: 2, packs: 3, rejects: 4, speedMs: 5, speedSum: 6 },
  ...{ speedMin: 7, speedMax: 8, samples: 9, stops: 10 },
} as const
const pieceWidth = 11
const spanColumn = { minute: 0, from: 1, to: 2, state: 3 } as const
const spanWidth = 4

/** Time in one state, in ms since 1970. */
export type RememberedSpan = { readonly from: number; readonly to: number; readonly state: number }

/** The newest minutes of one machine. */
export class MachineMinutes {
  readonly clientId: number
  #from: number
  #contexts: Context[] = []
  #numberOf = new Map<string, number>()
  #pieces = new RowBuffer(pieceWidth)
  #spans = new RowBuffer(spanWidth)
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
    const pieces: number[] = []
    const spans: number[] = []
    const begin = Math.max(from, this.#from)
    for (const { minute, ...row } of minutes) {
      if (minute < begin) continue
      for (const piece of row.pieces) {
        if (!isRemembered(piece)) {
          // It is read from the store, and so is what was before it.
          this.#forgetUntil(minute + minuteMs)
          this.replace(from, to, minutes)
          return
        }
        pieces.push(...this.#numbers(minute, piece))
      }
      for (const span of row.spans) spans.push(minute, span.from, span.to, span.state)
    }
    for (const [buffer, rows] of [
      [this.#pieces, pieces],
      [this.#spans, spans],
    ] as const) {
      const first = buffer.firstFrom(begin)
      const last = to === null ? buffer.length : Math.max(first, buffer.firstFrom(to))
      buffer.replace(first, last, rows)
    }
  }

  /** Minutes before an instant are no longer held. */
  trim(before: number): void {
    if (before <= this.#from) return
    this.#forgetUntil(before)
    this.#renumber()
  }

  /** What the machine did in [from, to), whole minutes that are all here, context by context. */
  contexts(from: number, to: number): ContextMinutes[] {
    const pieces = this.#pieces
    const sums = new Map<number, Sum>()
    const end = pieces.firstFrom(to)
    for (let row = pieces.firstFrom(from); row < end; row++) {
      const context = pieces.at(row, column.context)
      let sum = sums.get(context)
      if (sum === undefined) {
        sum = newSum()
        sums.set(context, sum)
      }
      addPiece(sum, pieces, row)
    }
    return [...sums].map(([number, sum]): ContextMinutes => {
      const context = this.#contexts[number]
      if (context === undefined) throw new Error('A remembered minute has no context')
      const { packs, rejects, speedSum, ...plain } = sum
      const exact = { packs: packs.value(), speedSum: speedSum.value() }
      return { ...context, ...plain, ...exact, rejects: rejects?.value() ?? null }
    })
  }

  /** The speed of [from, to), whole minutes that are all here; null where none was known. */
  speed(from: number, to: number): HeldSpeed | null {
    const pieces = this.#pieces
    const end = pieces.firstFrom(to)
    const exact = new ExactSum()
    let [ms, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let row = pieces.firstFrom(from); row < end; row++) {
      const own = pieces.at(row, column.speedMs)
      if (own === 0) continue
      ms += own
      exact.add(pieces.at(row, column.speedSum))
      min = Math.min(min, pieces.at(row, column.speedMin))
      max = Math.max(max, pieces.at(row, column.speedMax))
    }
    return ms === 0 ? null : { ms, sum: exact.value(), min, max }
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

  #numbers(minute: number, piece: RememberedMinute['pieces'][number]): number[] {
    const { ms, packs, rejects, speedMs, speedSum, speedMin, speedMax, samples, stops } = piece
    return [
      ...[minute, this.#numberOfContext(piece), ms, Number(packs)],
      ...[rejects === null ? Number.NaN : Number(rejects), speedMs, Number(speedSum)],
      ...[speedMin ?? Number.NaN, speedMax ?? Number.NaN, samples, stops],
    ]
  }

  #numberOfContext({ state, category, product, tool, causeGroup, cause }: Context): number {
    const key = JSON.stringify([state, category, product, tool, causeGroup, cause])
    const known = this.#numberOf.get(key)
    if (known !== undefined) return known
    this.#numberOf.set(key, this.#contexts.length)
    return this.#contexts.push({ state, category, product, tool, causeGroup, cause }) - 1
  }

  #forgetUntil(from: number): void {
    this.#from = Math.max(this.#from, from)
    this.#moments.forget(Number.NEGATIVE_INFINITY, this.#from)
    for (const buffer of [this.#pieces, this.#spans]) {
      buffer.replace(0, buffer.firstFrom(this.#from), [])
    }
  }

  /** Contexts of minutes that went are not held for ever. */
  #renumber(): void {
    const contexts: Context[] = []
    const numbers = new Map<number, number>()
    for (let row = 0; row < this.#pieces.length; row++) {
      const old = this.#pieces.at(row, column.context)
      const context = this.#contexts[old]
      if (context === undefined) throw new Error('A remembered minute has no context')
      let number = numbers.get(old)
      if (number === undefined) {
        number = contexts.push(context) - 1
        numbers.set(old, number)
      }
      this.#pieces.set(row, column.context, number)
    }
    for (const [key, old] of this.#numberOf) {
      const number = numbers.get(old)
      if (number === undefined) this.#numberOf.delete(key)
      else this.#numberOf.set(key, number)
    }
    this.#contexts = contexts
  }
}

/** Its numbers are exact as they are held. */
const isRemembered = ({ packs, rejects, speedSum }: RememberedMinute['pieces'][number]) =>
  isExact(packs) && isExact(rejects ?? 0n) && isExact(speedSum)

type Sum = {
  ms: number
  readonly packs: ExactSum
  rejects: ExactSum | null
  speedMs: number
  readonly speedSum: ExactSum
  speedMin: number | null
  speedMax: number | null
  samples: number
  stops: number
}

const newSum = (): Sum => ({
  ...{ ms: 0, packs: new ExactSum(), rejects: null, speedMs: 0, speedSum: new ExactSum() },
  ...{ speedMin: null, speedMax: null, samples: 0, stops: 0 },
})

function addPiece(sum: Sum, pieces: RowBuffer, row: number): void {
  sum.ms += pieces.at(row, column.ms)
  sum.packs.add(pieces.at(row, column.packs))
  const rejects = pieces.at(row, column.rejects)
  if (!Number.isNaN(rejects)) {
    sum.rejects ??= new ExactSum()
    sum.rejects.add(rejects)
  }
  sum.samples += pieces.at(row, column.samples)
  sum.stops += pieces.at(row, column.stops)
  const speedMs = pieces.at(row, column.speedMs)
  if (speedMs === 0) return
  sum.speedMs += speedMs
  sum.speedSum.add(pieces.at(row, column.speedSum))
  const least = pieces.at(row, column.speedMin)
  const most = pieces.at(row, column.speedMax)
  if (sum.speedMin === null || least < sum.speedMin) sum.speedMin = least
  if (sum.speedMax === null || most > sum.speedMax) sum.speedMax = most
}

/** A minute of the ledger as it is remembered. */
export const rememberedMinute = ({ minute, pieces, spans }: LedgerMinute): RememberedMinute => ({
  minute,
  pieces: pieces.map(({ speedMin, speedMax, ...piece }) => ({
    ...piece,
    speedMin: speedMin === null ? null : speedMin / 1e6,
    speedMax: speedMax === null ? null : speedMax / 1e6,
  })),
  spans,
})
