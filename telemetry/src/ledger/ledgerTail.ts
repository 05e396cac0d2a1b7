import type { StoredMinute } from './fold/storedMinute.ts'

const rowsRemembered = 16

/**
 * The newest rows of one machine, remembered so that the live edge needs no query of the ledger. What is
 * remembered is complete: between its first row and the end of the ledger there is no other row.
 */
export class LedgerTail {
  #rows: readonly StoredMinute[] = []
  /** All rows of the machine are remembered. */
  #whole: boolean

  constructor(whole: boolean) {
    this.#whole = whole
  }

  /** Nothing is remembered. */
  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** The newest row before a minute (null: there is none) and the rows from it on; undefined when not remembered. */
  around(minute: number): { before: StoredMinute | null; after: StoredMinute[] } | undefined {
    const after = this.#rows.filter((row) => row.minute >= minute)
    const before = this.#rows.at(-1 - after.length)
    if (before === undefined && !this.#whole) return undefined
    return { before: before ?? null, after }
  }

  /** The rows of [from, to) were replaced by these; without an end, all from there on. */
  replace(from: number, to: number | null, rows: readonly StoredMinute[]): void {
    const first = this.#whole ? Number.NEGATIVE_INFINITY : this.#rows[0]?.minute
    const known = first !== undefined && first < from
    if (!known && to !== null && first === undefined) return
    const earlier = known ? this.#rows.filter(({ minute }) => minute < from) : []
    const later = to === null ? [] : this.#rows.filter(({ minute }) => minute >= to)
    const start = known || to === null ? from : (first ?? from)
    const all = [...earlier, ...rows.filter(({ minute }) => minute >= start), ...later]
    this.#rows = all.slice(-rowsRemembered)
    if (all.length > rowsRemembered) this.#whole = false
  }

  /** Nothing is certain any more: a write may or may not have been done. */
  forget(): void {
    this.#rows = []
    this.#whole = false
  }
}
