import { clockToleranceMs } from '@packboard/model'

/** Samples that the median looks back on: odd, so that the middle is one of them. */
const skewSamples = 101

/** How far the clock of a machine is behind ours: the median of receipt − source over its last samples (D9). */
export class ClockSkew {
  readonly #latest: number[] = []
  #next = 0

  add(differenceMs: number) {
    this.#latest[this.#next] = differenceMs
    this.#next = (this.#next + 1) % skewSamples
  }

  /** Milliseconds; positive: the source is behind. Null before the first sample. */
  median(): number | null {
    const sorted = [...this.#latest].sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? null
  }
}

/**
 * From here on a clock behind ours is wrong: a record that took longer on its way was held back. Ahead the limit is that of the
 * records, whose time is replaced beyond it (D9).
 */
const behindLimitMs = 60_000

/** Whether a clock with this median is wrong, and to which side. */
export function clockOff(skewMs: number | null): 'ahead' | 'behind' | undefined {
  if (skewMs === null) return undefined
  if (skewMs < -clockToleranceMs) return 'ahead'
  return skewMs > behindLimitMs ? 'behind' : undefined
}
