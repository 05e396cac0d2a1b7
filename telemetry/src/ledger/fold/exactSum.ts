/** A whole number below this times another one, and what is left of it, are added up exactly as two numbers. */
const half = 2 ** 26

/** Whether a sum of numbers can hold this one exactly. */
export const isExact = (value: bigint): boolean =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER

/** The exact sum of whole numbers within ±2^53, for up to 2^26 of them; much faster than a `bigint`. */
export class ExactSum {
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
