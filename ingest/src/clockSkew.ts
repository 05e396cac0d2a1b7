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
