import { RowWriter } from './rowWriter.ts'

/** A column of a `NativeBlock`: its type in the engine, and its bytes once it is filled. */
export type Column = { readonly type: string; bytes(): readonly Uint8Array[] }

type Numbers =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array

const asBytes = ({ buffer, byteOffset, byteLength }: Numbers) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** A column whose values are put into `values` by their row. */
class NumberColumn<Values extends Numbers> implements Column {
  readonly type: string
  readonly values: Values

  constructor(type: string, values: Values) {
    this.type = type
    this.values = values
  }

  bytes() {
    return [asBytes(this.values)]
  }
}

export const uint8 = (rows: number) => new NumberColumn('UInt8', new Uint8Array(rows))
export const uint16 = (rows: number) => new NumberColumn('UInt16', new Uint16Array(rows))
export const uint32 = (rows: number) => new NumberColumn('UInt32', new Uint32Array(rows))
export const int32 = (rows: number) => new NumberColumn('Int32', new Int32Array(rows))
export const uint64 = (rows: number) => new NumberColumn('UInt64', new BigUint64Array(rows))
export const int64 = (rows: number) => new NumberColumn('Int64', new BigInt64Array(rows))
/** 1: true. */
export const bool = (rows: number) => new NumberColumn('Bool', new Uint8Array(rows))
/** Whole seconds since 1970. */
export const seconds = (rows: number) => new NumberColumn("DateTime('UTC')", new Uint32Array(rows))

/** Milliseconds since 1970. */
export class MillisColumn implements Column {
  readonly type = "DateTime64(3, 'UTC')"
  readonly #halves: Uint32Array

  constructor(rows: number) {
    this.#halves = new Uint32Array(rows * 2)
  }

  set(row: number, ms: number): void {
    const whole = Math.round(ms)
    const high = Math.floor(whole / 2 ** 32)
    this.#halves[row * 2] = whole - high * 2 ** 32
    this.#halves[row * 2 + 1] = high
  }

  bytes() {
    return [asBytes(this.#halves)]
  }
}

/** Numbers that may be absent. */
export class MaybeNumbers implements Column {
  readonly type: string
  readonly #absent: Uint8Array
  readonly #values: Float64Array | Int32Array

  constructor(type: 'Float64' | 'Int32', rows: number) {
    this.type = `Nullable(${type})`
    this.#absent = new Uint8Array(rows)
    this.#values = type === 'Int32' ? new Int32Array(rows) : new Float64Array(rows)
  }

  set(row: number, value: number | null | undefined): void {
    if (value === null || value === undefined) this.#absent[row] = 1
    else this.#values[row] = value
  }

  bytes() {
    return [this.#absent, asBytes(this.#values)]
  }
}

/** Decimals of up to 38 digits, in units of their last place. */
export class DecimalColumn implements Column {
  readonly type: string
  readonly #halves: BigInt64Array

  constructor(scale: number, rows: number) {
    this.type = `Decimal(38, ${scale})`
    this.#halves = new BigInt64Array(rows * 2)
  }

  set(row: number, value: bigint): void {
    // Of a larger one the lower half takes what fits into it.
    this.#halves[row * 2] = value
    this.#halves[row * 2 + 1] = value >> 64n
  }

  bytes() {
    return [asBytes(this.#halves)]
  }
}

export class MaybeDecimals implements Column {
  readonly type: string
  readonly #absent: Uint8Array
  readonly #values: DecimalColumn

  constructor(scale: number, rows: number) {
    this.#values = new DecimalColumn(scale, rows)
    this.type = `Nullable(${this.#values.type})`
    this.#absent = new Uint8Array(rows)
  }

  set(row: number, value: bigint | null): void {
    if (value === null) this.#absent[row] = 1
    else this.#values.set(row, value)
  }

  bytes() {
    return [this.#absent, ...this.#values.bytes()]
  }
}

/** Texts, added in the order of the rows. */
export class TextColumn implements Column {
  readonly type = 'String'
  readonly #out: RowWriter

  constructor(rows: number) {
    this.#out = new RowWriter(rows * 8 + 64)
  }

  add(text: string): void {
    this.#out.text(text)
  }

  bytes() {
    return [this.#out.bytes()]
  }
}

/** Texts that may be absent, added in the order of the rows. */
export class MaybeTexts implements Column {
  readonly type = 'Nullable(String)'
  readonly #absent: Uint8Array
  readonly #texts: TextColumn
  #rows = 0

  constructor(rows: number) {
    this.#absent = new Uint8Array(rows)
    this.#texts = new TextColumn(rows)
  }

  add(text: string | null | undefined): void {
    if (text === null || text === undefined) this.#absent[this.#rows] = 1
    this.#texts.add(text ?? '')
    this.#rows += 1
  }

  bytes() {
    return [this.#absent, ...this.#texts.bytes()]
  }
}
