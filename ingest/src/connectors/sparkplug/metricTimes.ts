/** So many metrics of a machine are watched, and so much of their values is compared. */
const metricsWatched = 256
const valueCharacters = 64

type Said = { readonly at: number; readonly value: string }

/**
 * Finds the metrics of a machine whose own time says nothing: it is older than the birth of the machine, or it stands still
 * while the value changes. Some libraries stamp all metrics with the time at which they were loaded.
 */
export class MetricTimes {
  readonly #bornAt: number
  /** The newest time at which one metric had two values. */
  #stillAt = Number.NEGATIVE_INFINITY
  readonly #said = new Map<string, Said>()

  /** `bornAt`: the time in the birth of the machine; without it no time is older. */
  constructor(bornAt = Number.NEGATIVE_INFINITY) {
    this.#bornAt = bornAt
  }

  /** Whether the time of this value is that of its message, `messageAt`, and not its own, `at`; all in ms since 1970. */
  standsStill(name: string, at: number, value: string | undefined, messageAt: number): boolean {
    // The time of the message must have moved on, or it is no better.
    if (at >= messageAt || messageAt < this.#bornAt) return false
    if (value !== undefined) this.#watch(name, { at, value: value.slice(0, valueCharacters) })
    return at < this.#bornAt || at <= this.#stillAt
  }

  #watch(name: string, said: Said) {
    const before = this.#said.get(name)
    if (before?.at === said.at && before.value !== said.value) {
      this.#stillAt = Math.max(this.#stillAt, said.at)
    }
    if (before || this.#said.size < metricsWatched) this.#said.set(name, said)
  }
}
