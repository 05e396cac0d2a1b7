import { type Piece, type PieceContext, ppmOf } from './fold/ledgerMinute.ts'
import { RowBuffer } from './rowBuffer.ts'

/** A whole number below this times another one, and what is left of it, are added up exactly as two numbers. */
const half = 2 ** 26

/** Whether a sum of numbers can hold this one exactly. */
const isExact = (value: bigint): boolean =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER

/** The exact sum of whole numbers within ±2^53, for up to 2^26 of them; much faster than a `bigint`. */
class ExactSum {
  #high = 0
  #low = 0

  add(value: number): void {
    const high = Math.floor(value / half)
    this.#high += high
    this.#low += value - high * half
  }

  value(): bigint {
    return BigInt(this.#high) * BigInt(half) + BigInt(this.#low)
  }
}

/** What a machine did in one context over some time, added up as the engine adds up rows. */
export type CachedContext = PieceContext & {
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

/** The speed of a step where one was known; `sum`: millionths of a pack per minute, times ms; `min` and `max` in packs per minute. */
export type CachedSpeedStep = {
  /** ms since 1970. */
  readonly start: number
  readonly ms: number
  readonly sum: bigint
  readonly min: number
  readonly max: number
}

/** The numbers of a piece, side by side. */
const column = {
  ...{ at: 0, context: 1, ms: 2, packs: 3, rejects: 4, speedMs: 5, speedSum: 6 },
  ...{ speedMin: 7, speedMax: 8, samples: 9, stops: 10, user: 11 },
} as const
const pieceWidth = 12

/** Whether the numbers of a piece are exact as they are cached. */
export const isExactPiece = ({ packs, rejects, speedSum }: RowPiece): boolean =>
  isExact(packs) && isExact(rejects ?? 0n) && isExact(speedSum)

/** What is cached of a piece of a minute or an hour; the operator is '' in hours. Speeds in millionths of a pack per minute. */
export type RowPiece = Omit<Piece, 'flagged'>

/** What a piece says of the time in it. */
export type PieceTime = PieceContext & {
  /** The beginning of its minute or hour. */
  readonly at: number
  readonly user: string
  readonly ms: number
  readonly stops: number
}

/** What sums may be added up over before they are looked at. */
export type SpareField = 'product' | 'tool' | 'causeGroup' | 'cause'

/** Minutes or hours of one machine in memory, piece by piece in order of time, some 100 bytes each. */
export class PieceRows {
  #contexts: PieceContext[] = []
  readonly #numberOf = new Map<string, number>()
  /** By the names of what is spare. */
  readonly #joins = new Map<string, readonly number[]>()
  /** Operators by number, in the order in which they came. */
  #users = new Map<string, number>()
  readonly #pieces = new RowBuffer(pieceWidth)

  /** How many pieces are cached. */
  get length(): number {
    return this.#pieces.length
  }

  /** What is cached of [from, to) is this now; each piece with the beginning of its minute or hour, in order, and held exactly. */
  replace(
    from: number,
    to: number,
    rows: readonly (readonly [at: number, piece: RowPiece])[],
  ): void {
    const numbers: number[] = []
    for (const [at, piece] of rows) numbers.push(...this.#numbers(at, piece))
    this.#pieces.replace(from, to, numbers)
  }

  /** How many of them begin in [from, to). */
  count(from: number, to: number): number {
    return this.#pieces.firstFrom(to) - this.#pieces.firstFrom(from)
  }

  /** What the machine did in [from, to), context by context; over what is `spare` it is added up, of which one value stands for all. */
  contexts(from: number, to: number, spare: readonly SpareField[] = []): CachedContext[] {
    const pieces = this.#pieces
    const joined = this.#joined(spare)
    const sums = new Map<number, Sum>()
    const end = pieces.firstFrom(to)
    for (let row = pieces.firstFrom(from); row < end; row++) {
      const number = pieces.at(row, column.context)
      const context = joined?.[number] ?? number
      let sum = sums.get(context)
      if (sum === undefined) {
        sum = newSum()
        sums.set(context, sum)
      }
      addPiece(sum, pieces, row)
    }
    // Field by field: spreading takes several times as long, and a month of 50 machines has tens of thousands of these.
    return Array.from(sums, ([number, sum]): CachedContext => {
      const { state, category, product, tool, causeGroup, cause } = this.#contextAt(number)
      return {
        state,
        category,
        product,
        tool,
        causeGroup,
        cause,
        ms: sum.ms,
        packs: sum.packs.value(),
        rejects: sum.rejects?.value() ?? null,
        speedMs: sum.speedMs,
        speedSum: sum.speedSum.value(),
        speedMin: ppmOf(sum.speedMin),
        speedMax: ppmOf(sum.speedMax),
        samples: sum.samples,
        stops: sum.stops,
      }
    })
  }

  /** For each context the first one that differs from it by what is spare alone; null: nothing is. */
  #joined(spare: readonly SpareField[]): readonly number[] | null {
    if (spare.length === 0) return null
    const signature = spare.join()
    const known = this.#joins.get(signature)
    if (known?.length === this.#contexts.length) return known
    const firstOf = new Map<string, number>()
    const joined = this.#contexts.map((context, number) => {
      const key = keyOf({ ...context, ...Object.fromEntries(spare.map((name) => [name, ''])) })
      const first = firstOf.get(key) ?? number
      firstOf.set(key, first)
      return first
    })
    this.#joins.set(signature, joined)
    return joined
  }

  /** The pieces of [from, to), in order of time. */
  *times(from: number, to: number): Generator<PieceTime> {
    const pieces = this.#pieces
    const end = pieces.firstFrom(to)
    const users = [...this.#users.keys()]
    for (let row = pieces.firstFrom(from); row < end; row++) {
      const { state, category, product, tool, causeGroup, cause } = this.#contextAt(
        pieces.at(row, column.context),
      )
      yield {
        at: pieces.at(row, column.at),
        ...{ state, category, product, tool, causeGroup, cause },
        user: users[pieces.at(row, column.user)] ?? '',
        ms: pieces.at(row, column.ms),
        stops: pieces.at(row, column.stops),
      }
    }
  }

  /** The speed of [from, to), step by step; steps begin at whole multiples since 1970, and no piece reaches into the next one. */
  speeds(from: number, to: number, stepMs: number): CachedSpeedStep[] {
    const pieces = this.#pieces
    const found: CachedSpeedStep[] = []
    const end = pieces.firstFrom(to)
    for (let row = pieces.firstFrom(from); row < end; ) {
      const start = Math.floor(pieces.at(row, column.at) / stepMs) * stepMs
      const exact = new ExactSum()
      let [ms, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (; row < end && pieces.at(row, column.at) < start + stepMs; row++) {
        const own = pieces.at(row, column.speedMs)
        if (own === 0) continue
        ms += own
        exact.add(pieces.at(row, column.speedSum))
        min = Math.min(min, pieces.at(row, column.speedMin))
        max = Math.max(max, pieces.at(row, column.speedMax))
      }
      if (ms > 0) found.push({ start, ms, sum: exact.value(), min: min / 1e6, max: max / 1e6 })
    }
    return found
  }

  /** Contexts and operators of rows that went are not kept for ever. */
  renumber(): void {
    const contexts: PieceContext[] = []
    const users = [...this.#users.keys()]
    this.#users = new Map()
    const numbers = new Map<number, number>()
    for (let row = 0; row < this.#pieces.length; row++) {
      const old = this.#pieces.at(row, column.context)
      const context = this.#contextAt(old)
      let number = numbers.get(old)
      if (number === undefined) {
        number = contexts.push(context) - 1
        numbers.set(old, number)
      }
      this.#pieces.set(row, column.context, number)
      const user = users[this.#pieces.at(row, column.user)] ?? ''
      this.#pieces.set(row, column.user, this.#numberOfUser(user))
    }
    for (const [key, old] of this.#numberOf) {
      const number = numbers.get(old)
      if (number === undefined) this.#numberOf.delete(key)
      else this.#numberOf.set(key, number)
    }
    this.#contexts = contexts
    this.#joins.clear()
  }

  #contextAt(number: number): PieceContext {
    const context = this.#contexts[number]
    if (context === undefined) throw new Error('A cached row has no context')
    return context
  }

  #numbers(at: number, piece: RowPiece): number[] {
    const { ms, packs, rejects, speedMs, speedSum, speedMin, speedMax, samples, stops } = piece
    return [
      ...[at, this.#numberOfContext(piece), ms, Number(packs)],
      ...[rejects === null ? Number.NaN : Number(rejects), speedMs, Number(speedSum)],
      ...[speedMin ?? Number.NaN, speedMax ?? Number.NaN, samples, stops],
      this.#numberOfUser(piece.user),
    ]
  }

  #numberOfUser(user: string): number {
    const number = this.#users.get(user) ?? this.#users.size
    this.#users.set(user, number)
    return number
  }

  #numberOfContext(context: PieceContext): number {
    const { state, category, product, tool, causeGroup, cause } = context
    const key = keyOf(context)
    const known = this.#numberOf.get(key)
    if (known !== undefined) return known
    this.#numberOf.set(key, this.#contexts.length)
    return this.#contexts.push({ state, category, product, tool, causeGroup, cause }) - 1
  }
}

const keyOf = ({ state, category, product, tool, causeGroup, cause }: PieceContext) =>
  JSON.stringify([state, category, product, tool, causeGroup, cause])

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
  ms: 0,
  packs: new ExactSum(),
  rejects: null,
  speedMs: 0,
  speedSum: new ExactSum(),
  speedMin: null,
  speedMax: null,
  samples: 0,
  stops: 0,
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
