/** So many metrics of a machine are watched, and so much of their values is compared. */
const metricsWatched = 256
const valueCharacters = 64
const secondMs = 1_000

/** A value with its own time; `since`: the time of the first message that had this time. */
type Said = { readonly at: number; readonly value: string; readonly since: number }

/** A value with its own time, ms since 1970. */
export type TimedValue = { readonly name: string; readonly at: number; readonly value: string }

/**
 * Judges the times that metrics of a machine have themselves. Such a time is when the value was captured (Sparkplug 3.0, 6.4), so it
 * counts however old it is: a buffer that is sent afterwards is stored as it was, whether it says `is_historical` or not. But one metric
 * has no two values at one time. Where it does, its time stands still while that of its messages moves: some libraries
 * stamp all metrics with the time at which they were loaded.
 */
export class MetricTimes {
  /** When the machine was born, ms since 1970. */
  readonly bornAt: number
  /** The time that all metrics of the birth have, where it is only one: perhaps it never moves. */
  readonly #bornWith: number | undefined
  /** The newest time that stood still; what is as old is of the same clock. */
  #stillAt = Number.NEGATIVE_INFINITY
  /** By metric, as its last message had it. */
  readonly #last = new Map<string, Said>()

  constructor(born: readonly TimedValue[] = [], bornAt = 0) {
    this.bornAt = bornAt
    for (const each of born) this.#note(each, bornAt)
    const times = new Set(born.map(({ at }) => at))
    this.#bornWith = times.size === 1 ? born[0]?.at : undefined
  }

  /** Notes a value of a message; to be called for all of a message before one of them is judged. */
  saw(said: TimedValue, messageAt: number): void {
    const { name, at, value } = said
    const before = this.#last.get(name)
    const isSameTime = before?.at === at
    this.#note(said, isSameTime ? Math.min(before.since, messageAt) : messageAt)
    if (!isSameTime || before.value === value.slice(0, valueCharacters)) return
    // A clock of whole seconds has two values in one of them, and a buffer sends both within milliseconds.
    const step = at % secondMs === 0 ? secondMs : 1
    if (messageAt - before.since >= step) this.#stillAt = Math.max(this.#stillAt, at)
  }

  /**
   * Whose time a value of this time has: its own, or that of its message where its own stands still. Where nothing has changed since a
   * birth whose metrics all had this time, it is that of the birth, which said the same.
   */
  whose(at: number): 'own' | 'message' | 'birth' {
    if (at <= this.#stillAt) return 'message'
    return at === this.#bornWith ? 'birth' : 'own'
  }

  #note({ name, at, value }: TimedValue, since: number) {
    if (!this.#last.has(name) && this.#last.size >= metricsWatched) return
    this.#last.set(name, { at, value: value.slice(0, valueCharacters), since })
  }
}
