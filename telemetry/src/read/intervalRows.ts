import type { Category } from '@packboard/model'
import { type ContextFilter, matches } from './contextFilter.ts'
import type { FoldEvent } from './namedFold.ts'

/** An emitted piece of a machine's time: one event, or many whole minutes of one context at once. */
export type ReportedTime = Omit<FoldEvent, 'speed' | 'samples' | 'mode'>
type Row = { -readonly [Key in keyof ReportedTime]: ReportedTime[Key] }

type RowsWanted = {
  readonly filter: ContextFilter
  readonly category?: Category | undefined
  readonly withPacksOnly?: boolean | undefined
  /** Only what was recovered of gaps, or only what was observed. */
  readonly recovered?: boolean | undefined
  /** Returns rows from the interval that begins here; null: from the beginning. */
  readonly anchor: number | null
  /** Rows from there on that earlier pages returned. */
  readonly skip: number
  readonly limit: number
  /** No stretch holds one of these inside. */
  readonly cuts?: readonly number[]
}

/** Joins the pieces of a machine's time into stretches as long as they lasted, and cuts them into pages. */
export class IntervalRows {
  readonly #wanted: RowsWanted
  readonly #rows: Row[] = []
  /** The newest stretch of time; it may continue. */
  #open: Row | null = null
  /** The rows of the gap that was repaired last: one a context, each as long as the gap. */
  #recovered: Row[] = []
  /** The newest cut so far. */
  #part: number | undefined
  #started: boolean
  /** Counted at the anchor, before its interval has begun. */
  readonly #early: ReportedTime[] = []

  constructor(wanted: RowsWanted) {
    this.#wanted = wanted
    this.#started = wanted.anchor === null
  }

  add(reported: ReportedTime): void {
    if (!this.#started && !this.#starts(reported)) return
    const fits = this.#fits(reported)
    if (reported.ms > 0 && (!fits || reported.recovered !== null)) this.#open = null
    const part = this.#wanted.cuts?.findLast((cut) => cut <= reported.from)
    if (this.#recovered[0]?.recovered !== reported.recovered || part !== this.#part) {
      this.#recovered = []
    }
    this.#part = part
    if (!fits) return
    if (reported.recovered !== null) {
      this.#addRecovered(reported)
      return
    }
    const open = this.#open
    if (reported.ms > 0) {
      if (open !== null && this.#continues(open, reported)) {
        open.to = reported.to
        addAmounts(open, reported)
      } else this.#open = this.#takeIn(this.#push(reported))
      return
    }
    if (reported.packs === 0n && !reported.rejects) return
    // What is counted at a cut is of the time that begins there.
    const isCut = this.#wanted.cuts?.includes(reported.to) ?? false
    if (!isCut && open !== null && open.to === reported.to && sameContext(open, reported))
      addAmounts(open, reported)
    else this.#push(reported)
  }

  /** Whether the page is complete; no later piece can change it. */
  isFull(): boolean {
    const last = this.#indexAfter(this.#wanted.skip + this.#wanted.limit)
    if (last === null) return false
    const open = this.#open === null ? this.#recovered : [this.#open, ...this.#recovered]
    return open.every((row) => this.#rows.indexOf(row) >= last)
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
    let at = this.#rows.findLastIndex((row, i) => i <= after && row.ms > 0)
    // Of a gap that was repaired several rows begin at once.
    while (at > 0 && sameGap(this.#rows[at], this.#rows[at - 1])) at -= 1
    const reported = this.#rows.slice(Math.max(at, 0), after).filter((row) => this.#counts(row))
    const from = this.#rows[at]?.from ?? anchor
    return { rows, next: { from, skip: reported.length } }
  }

  #continues(open: Row, reported: ReportedTime): boolean {
    const { cuts = [] } = this.#wanted
    if (open.to !== reported.from || cuts.includes(reported.from)) return false
    return sameContext(open, reported)
  }

  #fits(reported: ReportedTime): boolean {
    const { filter, category, recovered } = this.#wanted
    return (
      matches(filter, reported) &&
      (category === undefined || category === reported.category) &&
      (recovered === undefined || recovered === (reported.recovered !== null))
    )
  }

  /** In which order the states of a gap were is not known: each has one row of it. */
  #addRecovered(reported: ReportedTime): void {
    const row = this.#recovered.find((one) => sameContext(one, reported))
    if (row === undefined) this.#recovered.push(this.#push(reported))
    else {
      row.to = reported.to
      addAmounts(row, reported)
    }
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

const sameGap = (a: ReportedTime | undefined, b: ReportedTime | undefined) =>
  a !== undefined && b !== undefined && a.recovered !== null && a.recovered === b.recovered

function sameContext(a: ReportedTime, b: ReportedTime): boolean {
  return (
    a.recovered === b.recovered &&
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
