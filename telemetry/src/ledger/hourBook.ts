import { spanOfMonth } from '../damagedMonths.ts'
import { hourFrom, hourMs, hourOf } from './fold/minute.ts'
import type { PieceCache } from './pieceCache.ts'
import { type TimeRange, withoutRange, withRange } from './timeRanges.ts'

/** Which hours a reader may take from the hour rows. */
export type CurrentHours = {
  /** The longest range of whole hours inside [from, to) that are all sums of the machine's minutes; null: none. */
  current(machineId: number, from: number, to: number): TimeRange | null
}

/**
 * Which hour rows are the sums of their minutes. After opening nothing is known, so nothing is read by hours; then month after
 * month is compared. From then on an hour whose minutes are written is stale until its own rows are.
 */
export class HourBook implements CurrentHours {
  /** The months that were not yet compared; undefined: no month was. */
  #unchecked: Set<number> | undefined
  /** Months of damaged minutes: none of their hours is written or read (D69). */
  #frozen: ReadonlySet<number> = new Set()
  /** Months whose hour rows are about to be removed. */
  readonly #doomed = new Set<number>()
  readonly #stale = new Map<number, readonly TimeRange[]>()
  readonly #pieces: PieceCache

  constructor(pieces: PieceCache) {
    this.#pieces = pieces
  }

  current(machineId: number, from: number, to: number): TimeRange | null {
    if (this.#unchecked === undefined) return null
    let ranges: TimeRange[] = [{ from: hourFrom(from), to: hourOf(to) }]
    for (const month of [...this.#unchecked, ...this.#frozen, ...this.#doomed]) {
      ranges = withoutRange(ranges, spanOfMonth(month))
    }
    for (const range of this.#stale.get(machineId) ?? []) ranges = withoutRange(ranges, range)
    const length = (range: TimeRange) => range.to - range.from
    return ranges.reduce<TimeRange | null>(
      (longest, one) =>
        length(one) > 0 && (longest === null || length(one) > length(longest)) ? one : longest,
      null,
    )
  }

  /** Minutes of a range are about to be written, or its hours are not as they say: these are stale. */
  touch(machineId: number, { from, to }: TimeRange): void {
    const range = { from: hourOf(from), to: hourFrom(to) }
    this.#stale.set(machineId, withRange(this.#stale.get(machineId) ?? [], range))
  }

  written(machineId: number, range: TimeRange): void {
    const left = withoutRange(this.#stale.get(machineId) ?? [], range)
    if (left.length > 0) this.#stale.set(machineId, left)
    else this.#stale.delete(machineId)
  }

  /**
   * The newest stale hours of a machine that can be written, with what lies between them, at most `atOnce` of them. The hour of
   * its newest row is not over, and is read by minutes until then.
   */
  due(machineId: number, lastRow: number, atOnce: number): TimeRange | null {
    const live = { from: hourOf(lastRow), to: Number.POSITIVE_INFINITY }
    let ranges = withoutRange(this.#stale.get(machineId) ?? [], live)
    for (const month of this.#frozen) ranges = withoutRange(ranges, spanOfMonth(month))
    const newest = ranges.at(-1)
    if (newest === undefined) return null
    const first = newest.to - atOnce * hourMs
    const others = this.#frozen.size > 0 ? [newest] : ranges.filter(({ to }) => to > first)
    return { from: Math.max(first, others[0]?.from ?? first), to: newest.to }
  }

  /** The machines with stale hours. */
  staleMachines(): number[] {
    return [...this.#stale.keys()]
  }

  /** The months of which there are rows; each is to be compared. */
  begin(months: readonly number[]): void {
    this.#unchecked = new Set(months)
  }

  get begun(): boolean {
    return this.#unchecked !== undefined
  }

  /** The newest month that is to be compared. */
  nextMonth(): number | undefined {
    const months = [...(this.#unchecked ?? [])].filter((month) => !this.#frozen.has(month))
    return months.length > 0 ? Math.max(...months) : undefined
  }

  /** A month was compared; these of its hours are not as their minutes say. */
  checked(month: number, stale: readonly (TimeRange & { readonly machineId: number })[]): void {
    for (const { machineId, ...range } of stale) {
      this.#pieces.forgetHours(machineId, range)
      this.touch(machineId, range)
    }
    this.#unchecked?.delete(month)
  }

  /** The hour rows of a month cannot be trusted: they are removed, and made from its minutes again. */
  doom(month: number): void {
    this.#pieces.forgetAllHours()
    this.#doomed.add(month)
  }

  /** The next month whose hour rows are to be removed. */
  nextDoomed(): number | undefined {
    const [month] = this.#doomed
    return month
  }

  /** The hour rows of a month are gone. */
  dropped(month: number): void {
    this.#unchecked?.add(month)
    this.#doomed.delete(month)
  }

  /** The months whose minutes are damaged: what their hours say is no longer what their minutes say. */
  freeze(months: ReadonlySet<number>): void {
    for (const month of months) if (!this.#frozen.has(month)) this.doom(month)
    this.#frozen = new Set(months)
  }

  /** How many months wait to be compared (1 before they were counted), and how many hours of machines wait to be written. */
  left(lastRowOf: (machineId: number) => number): { months: number; hours: number } {
    let hours = 0
    for (const [machineId, ranges] of this.#stale) {
      const live = { from: hourOf(lastRowOf(machineId)), to: Number.POSITIVE_INFINITY }
      for (const { from, to } of withoutRange(ranges, live)) hours += (to - from) / hourMs
    }
    return { months: this.#unchecked?.size ?? 1, hours }
  }
}
