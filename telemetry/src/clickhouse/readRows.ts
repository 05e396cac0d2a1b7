import type { Readable } from 'node:stream'

/** A decimal that the engine sent as text, in units of its last place: `12.5` with nine places is 12500000000. */
export function scaled(text: string, places: number): bigint {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * 10n ** BigInt(places)
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(places, '0'))
}

/** The engine's types that can be read in bulk, and what they are in our code. */
type Values = {
  UInt8: number
  UInt16: number
  UInt32: number
  Int32: number
  UInt64: bigint
  Int64: bigint
  Float64: number
  Bool: boolean
  String: string
  /** Milliseconds since 1970, UTC. */
  DateTime64: number
}
type Simple = keyof Values
type ColumnType = Simple | `Nullable(${Simple})`
export type Columns = Readonly<Record<string, ColumnType>>

type ValueOfColumn<T extends ColumnType> = T extends Simple
  ? Values[T]
  : T extends `Nullable(${infer Inner extends Simple})`
    ? Values[Inner] | null
    : never

export type RowOf<C extends Columns> = { -readonly [Key in keyof C]: ValueOfColumn<C[Key]> }

/** Reads RowBinaryWithNamesAndTypes: the header is compared with the requested columns, then the rows are read in order. */
export async function readRows<C extends Columns>(
  stream: Readable,
  columns: C,
  take: (rows: RowOf<C>[]) => void | Promise<void>,
): Promise<void> {
  const cursor = new Cursor()
  const fields = Object.entries(columns).map(([name, type]) => ({ name, read: readerOf(type) }))
  let headerSeen = false

  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new Error('The answer is no stream of bytes')
    cursor.add(chunk)
    if (!headerSeen) {
      headerSeen = cursor.whole(() => readHeader(cursor, columns))
      if (!headerSeen) continue
    }
    const rows: RowOf<C>[] = []
    for (;;) {
      const row: Record<string, unknown> = {}
      const whole = cursor.whole(() => {
        for (const { name, read } of fields) row[name] = read(cursor)
      })
      if (!whole) break
      // The header matched the requested columns, and each value was read by its type.
      rows.push(row as RowOf<C>)
    }
    if (rows.length > 0) await take(rows)
  }
  if (!headerSeen || cursor.left() > 0) {
    throw new Error('The answer ended in the middle of a row')
  }
}

function readHeader(cursor: Cursor, columns: Columns): void {
  const count = cursor.varint()
  const names = Array.from({ length: count }, () => cursor.text())
  const types = Array.from({ length: count }, () => plain(cursor.text()))
  const found = names.map((name, index) => `${name} ${types[index]}`).join(', ')
  const requested = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  if (found !== requested)
    throw new Error(`The answer has the columns ${found}; requested were ${requested}`)
}

/** The engine's spelling without what does not change the bytes. */
const plain = (type: string) =>
  type.replace(/LowCardinality\((.+)\)/, '$1').replace(/DateTime64\(3(, '[^']*')?\)/, 'DateTime64')

type Reader = (cursor: Cursor) => unknown

const simpleReaders: Record<Simple, Reader> = {
  UInt8: (cursor) => cursor.uint8(),
  UInt16: (cursor) => cursor.uint16(),
  UInt32: (cursor) => cursor.uint32(),
  Int32: (cursor) => cursor.int32(),
  UInt64: (cursor) => cursor.uint64(),
  Int64: (cursor) => cursor.int64(),
  Float64: (cursor) => cursor.float64(),
  Bool: (cursor) => cursor.uint8() === 1,
  String: (cursor) => cursor.text(),
  DateTime64: (cursor) => cursor.millis(),
}

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries(simpleReaders).flatMap(([type, read]): [string, Reader][] => [
    [type, read],
    [`Nullable(${type})`, (cursor) => (cursor.uint8() === 1 ? null : read(cursor))],
  ]),
)

function readerOf(type: ColumnType): Reader {
  const reader = readers.get(type)
  if (reader === undefined) throw new Error(`A column of type ${type} cannot be read`)
  return reader
}

/** Thrown when a row continues in the next chunk. */
const needsMore = new RangeError('more')
/** Texts in rows repeat (products, tools, operators); short ones are decoded once. */
const textsRemembered = 4_096
const longestRemembered = 64

/** A place in the bytes that have arrived so far. */
class Cursor {
  #buffer: Buffer = Buffer.alloc(0)
  #at = 0
  readonly #texts = new Map<string, string>()

  add(chunk: Buffer): void {
    this.#buffer =
      this.#at === this.#buffer.length
        ? chunk
        : Buffer.concat([this.#buffer.subarray(this.#at), chunk])
    this.#at = 0
  }

  left(): number {
    return this.#buffer.length - this.#at
  }

  /** Runs a read that must not be cut; steps back when it was. */
  whole(read: () => void): boolean {
    const start = this.#at
    try {
      read()
      return true
    } catch (error) {
      if (error !== needsMore) throw error
      this.#at = start
      return false
    }
  }

  #step(bytes: number): number {
    const start = this.#at
    if (start + bytes > this.#buffer.length) throw needsMore
    this.#at = start + bytes
    return start
  }

  uint8(): number {
    return this.#buffer.readUInt8(this.#step(1))
  }
  uint16(): number {
    return this.#buffer.readUInt16LE(this.#step(2))
  }
  uint32(): number {
    return this.#buffer.readUInt32LE(this.#step(4))
  }
  int32(): number {
    return this.#buffer.readInt32LE(this.#step(4))
  }
  float64(): number {
    return this.#buffer.readDoubleLE(this.#step(8))
  }
  uint64(): bigint {
    return this.#buffer.readBigUInt64LE(this.#step(8))
  }
  int64(): bigint {
    return this.#buffer.readBigInt64LE(this.#step(8))
  }
  /** A 64-bit count of milliseconds, well within the exact integers of a number. */
  millis(): number {
    const start = this.#step(8)
    return this.#buffer.readUInt32LE(start) + this.#buffer.readInt32LE(start + 4) * 2 ** 32
  }
  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.uint8()
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }
  text(): string {
    const length = this.varint()
    const start = this.#step(length)
    if (length === 0) return ''
    if (length > longestRemembered) return this.#buffer.toString('utf8', start, start + length)
    const key = this.#buffer.toString('latin1', start, start + length)
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const text = this.#buffer.toString('utf8', start, start + length)
    if (this.#texts.size < textsRemembered) this.#texts.set(key, text)
    return text
  }
}
