import { firstPlace } from '../firstPlace.ts'

/** Rows of so many numbers each, in the order of their first one, which may repeat. */
export class RowBuffer {
  readonly #width: number
  #numbers: Float64Array
  #length = 0

  constructor(width: number) {
    this.#width = width
    this.#numbers = new Float64Array(width * 64)
  }

  get length(): number {
    return this.#length
  }

  at(row: number, column: number): number {
    return this.#numbers[row * this.#width + column] ?? Number.NaN
  }

  set(row: number, column: number, value: number): void {
    this.#numbers[row * this.#width + column] = value
  }

  /** The first row whose first number is not below this one. */
  firstFrom(first: number): number {
    return firstPlace(this.#length, (row) => this.at(row, 0) >= first)
  }

  /** Puts rows, one number after the other, in the place of those whose first number is in [first, end). */
  replace(first: number, end: number, rows: readonly number[]): void {
    const width = this.#width
    const from = this.firstFrom(first)
    const to = Math.max(from, this.firstFrom(end))
    const length = this.#length - (to - from) + rows.length / width
    if (length * width > this.#numbers.length) {
      const larger = new Float64Array(length * width * 2)
      larger.set(this.#numbers.subarray(0, this.#length * width))
      this.#numbers = larger
    }
    this.#numbers.copyWithin(from * width + rows.length, to * width, this.#length * width)
    this.#numbers.set(rows, from * width)
    this.#length = length
  }
}
