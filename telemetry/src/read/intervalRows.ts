import type { Category } from '@packboard/model'
import { type ContextFilter, matches } from './contextFilter.ts'
import type { FoldEvent } from './namedFold.ts'

/** An emitted piece of a machine's time: one event, or many whole minutes of one context at once. */
export type ReportedTime = Omit<FoldEvent, 'speed'>
type Row = { -readonly [Key in keyof ReportedTime]: ReportedTime[Key] }

type RowsWanted = {
  readonly filter: ContextFilter
  readonly category?: Category | undefined
  readonly withPacksOnly?: boolean | undefined
  /** Returns rows from the interval that begins here; null: from the beginning. */
  readonly anchor: number | null
  /** Rows from there on that earlier pages returned. */
  readonly skip: number
  readonly limit: number
}

/** Joins the pieces of a machine's time into stretches as long as they lasted, and cuts them into pages. */
export class IntervalRows {
  readonly #wanted: RowsWanted
  readonly #rows: Row[] = []
  /** The newest stretch of time; it may continue. */
  #open: Row | null = null
  #started: boolean
  /** Counted at the anchor, before its interval has begun. */
  readonly #early: ReportedTime[] = []

  constructor(wanted: RowsWanted) {
    this.#wanted = wanted
    this.#started = wanted.anchor === null
  }

  add(reported: ReportedTime): void {
    if (!this.#started && !this.#starts(reported)) return
    const { filter, category } = this.#wanted
    const fits =
      matches(filter, reported) && (category === undefined || category === reported.category)
    if (!fits) {
      if (reported.ms > 0) this.#open = null
      return
    }
    const open = this.#open
    if (reported.ms > 0) {
      if (open !== null && open.to === reported.from && sameContext(open, reported)) {
        open.to = reported.to
        addAmounts(open, reported)
      } else this.#open = this.#takeIn(this.#push(reported))
      return
    }
    if (reported.packs === 0n && !reported.rejects) return
    if (open !== null && open.to === reported.to && sameContext(open, reported))
      addAmounts(open, reported)
    else this.#push(reported)
  }

  /** Whether the page is complete; no later piece can change it. */
  isFull(): boolean {
    const last = this.#indexAfter(this.#wanted.skip + this.#wanted.limit)
    if (last === null) return false
    return this.#open === null || this.#rows.indexOf(this.#open) >= last
  }

  /** The page, and where the next one begins; null when there is nothing more. `ended`: all pieces were emitted. */
  page(ended: boolean): {
    readonly rows: Row[]
    readonly next: { readonly from: number | null; readonly skip: number } | null
  } {
    const { skip, limit, anchor } = this.#wanted
    const rows = this.#rows.filter((row) => this.#counts(row)).slice(skip, skip + limit)
    const after = this.#indexAfter(skip + limit) ?? this.#rows.length
    const more = this.#rows.slice(after).some((row) => this.#counts(row))
    if (ended && !more) return { rows, next: null }
    const at = this.#rows.findLastIndex((row, i) => i <= after && row.ms > 0)
    const reported = this.#rows.slice(Math.max(at, 0), after).filter((row) => this.#counts(row))
    const from = this.#rows[at]?.from ?? anchor
    return { rows, next: { from, skip: reported.length } }
  }

  /** Packs that are counted where an interval begins belong to the time before it, and to the page before. */
  #starts(reported: ReportedTime): boolean {
    const anchor = this.#wanted.anchor ?? 0
    if (reported.ms === 0) {
      if (reported.to === anchor) this.#early.push(reported)
      return false
    }
    if (reported.to <= anchor) return false
    this.#started = true
    for (const early of this.#early) if (sameContext(reported, early)) this.add(early)
    return true
  }

  /** An interval takes in what was counted at its beginning in its own context, by samples of one and the same instant. */
  #takeIn(row: Row): Row {
    for (let i = this.#rows.length - 2; i >= 0; i--) {
      const early = this.#rows[i]
      if (early === undefined || early.ms > 0 || early.to !== row.from) break
      if (!sameContext(row, early)) continue
      addAmounts(row, early)
      this.#rows.splice(i, 1)
    }
    return row
  }

  #push(reported: ReportedTime): Row {
    const row = { ...reported }
    this.#rows.push(row)
    return row
  }

  #counts({ packs }: Row): boolean {
    return !this.#wanted.withPacksOnly || packs > 0n
  }

  /** The position after so many rows that count; null when there are not so many. */
  #indexAfter(count: number): number | null {
    let left = count
    for (const [i, row] of this.#rows.entries()) {
      if (this.#counts(row)) left--
      if (left === 0) return i + 1
    }
    return null
  }
}

function sameContext(a: ReportedTime, b: ReportedTime): boolean {
  return (
    a.state === b.state &&
    a.category === b.category &&
    a.product === b.product &&
    a.tool === b.tool &&
    a.user === b.user &&
    a.causeGroup === b.causeGroup &&
    a.cause === b.cause
  )
}

function addAmounts(row: Row, more: ReportedTime): void {
  row.ms += more.ms
  row.packs += more.packs
  if (more.rejects !== null) row.rejects = (row.rejects ?? 0n) + more.rejects
  row.stops += more.stops
}
