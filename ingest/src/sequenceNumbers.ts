/** So many numbers in a row say that a sender counts what it sends; `seq` may as well only distinguish records of one millisecond. */
const rowLength = 10
/** More are no loss of messages but another count. */
const mostMissing = 100_000
/** Ranges that are missing and remembered, so that those of them that come late are missing no more. */
const mostRanges = 100

/** The numbers that a sender gives its records one by one, and those of them that did not come. */
export class SequenceNumbers {
  #last: number | undefined
  #row = 0
  #open: { from: number; upTo: number }[] = []

  /** How many more are missing now that this one came: fewer than none when one that was missing came late. */
  came(number: number): number {
    const last = this.#last
    if (last === undefined || number <= 1) {
      // A sender that starts again begins at 0 or 1.
      if (last !== undefined && number === last + 1) this.#row += 1
      else this.#open = []
      this.#last = number
      return 0
    }
    if (number <= last) return this.#cameLate(number)
    const missing = number - last - 1
    const counts = this.#row >= rowLength && missing <= mostMissing
    this.#last = number
    if (missing === 0) {
      this.#row += 1
      return 0
    }
    if (!counts) {
      this.#row = 0
      return 0
    }
    this.#open.push({ from: last + 1, upTo: number - 1 })
    if (this.#open.length > mostRanges) this.#open.shift()
    return missing
  }

  #cameLate(number: number): number {
    const index = this.#open.findIndex(({ from, upTo }) => number >= from && number <= upTo)
    const range = this.#open[index]
    if (!range) return 0
    const rest = [
      { from: range.from, upTo: number - 1 },
      { from: number + 1, upTo: range.upTo },
    ]
    this.#open.splice(index, 1, ...rest.filter(({ from, upTo }) => from <= upTo))
    return -1
  }
}
