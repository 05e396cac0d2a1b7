/** Texts in rows repeat (products, tools, operators); their bytes are made once. */
const textsRemembered = 4_096
const longestRemembered = 128

/** Writes rows in the engine's RowBinary form; grows as needed. */
export class RowWriter {
  #buffer: Buffer
  #at = 0
  readonly #texts = new Map<string, Buffer>()

  constructor(bytes = 64 * 1_024) {
    this.#buffer = Buffer.allocUnsafe(bytes)
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  #step(bytes: number): number {
    const start = this.#at
    if (start + bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, start + bytes))
      this.#buffer.copy(larger, 0, 0, start)
      this.#buffer = larger
    }
    this.#at = start + bytes
    return start
  }

  uint8(value: number): void {
    const start = this.#step(1)
    this.#buffer[start] = value
  }
  uint32(value: number): void {
    const start = this.#step(4)
    this.#buffer.writeUInt32LE(value, start)
  }
  uint64(value: bigint): void {
    const start = this.#step(8)
    this.#buffer.writeBigUInt64LE(value, start)
  }
  /** Milliseconds since 1970 as DateTime64(3). */
  millis(value: number): void {
    const whole = Math.round(value)
    const high = Math.floor(whole / 2 ** 32)
    const start = this.#step(8)
    this.#buffer.writeUInt32LE(whole - high * 2 ** 32, start)
    this.#buffer.writeInt32LE(high, start + 4)
  }
  /** Milliseconds since 1970 as DateTime (whole seconds). */
  seconds(value: number): void {
    this.uint32(Math.floor(value / 1_000))
  }
  text(value: string): void {
    if (value.length > longestRemembered) {
      const length = Buffer.byteLength(value)
      this.length(length)
      const start = this.#step(length)
      this.#buffer.write(value, start)
      return
    }
    const bytes = this.#bytesOf(value)
    this.length(bytes.length)
    // First the place, then the buffer: making place may move it.
    const start = this.#step(bytes.length)
    bytes.copy(this.#buffer, start)
  }
  /** How many bytes of a text, or elements of a list, follow. */
  length(value: number): void {
    let left = value
    while (left >= 128) {
      this.uint8((left & 127) | 128)
      left = Math.floor(left / 128)
    }
    this.uint8(left)
  }
  /** Says whether a value follows; what is absent is null in the engine. */
  #present<Value>(value: Value | null | undefined): value is Value {
    const absent = value === null || value === undefined
    this.uint8(absent ? 1 : 0)
    return !absent
  }
  maybeUint32(value: number | null | undefined): void {
    if (this.#present(value)) this.uint32(value)
  }
  maybeMillis(value: number | null | undefined): void {
    if (this.#present(value)) this.millis(value)
  }
  maybeText(value: string | null | undefined): void {
    if (this.#present(value)) this.text(value)
  }

  #bytesOf(value: string): Buffer {
    const known = this.#texts.get(value)
    if (known) return known
    const bytes = Buffer.from(value, 'utf8')
    if (this.#texts.size < textsRemembered) this.#texts.set(value, bytes)
    return bytes
  }
}
