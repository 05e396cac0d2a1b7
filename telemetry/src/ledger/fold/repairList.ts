import { type Repair, type Repairs, sameRepair } from './gapRepair.ts'

/** Gaps by their ends, and what repairs each; null: it stays a gap, or there is none. */
export type RepairChanges = ReadonlyMap<number, Repair | null>

export const noChanges: RepairChanges = new Map()

/** What fills the gaps of one machine, as far as it is known. It is never changed, so that a fold may hold it. */
export class RepairList {
  static readonly none = new RepairList(new Map())
  readonly byEnd: ReadonlyMap<number, Repair>
  #byStart: Repairs | undefined

  private constructor(byEnd: ReadonlyMap<number, Repair>) {
    this.byEnd = byEnd
  }

  get size(): number {
    return this.byEnd.size
  }

  get byStart(): Repairs {
    this.#byStart ??= new Map([...this.byEnd.values()].map((repair) => [repair.from, repair]))
    return this.#byStart
  }

  /** Those that reach into [from, to), in order of time. */
  within(from: number, to: number): Repair[] {
    const found = [...this.byEnd.values()].filter((one) => one.from < to && one.to > from)
    return found.sort((a, b) => a.from - b.from)
  }

  /** How what records say of the gaps that end in [from, to) differs from this, but for one of which more may be read after it. */
  changes(
    found: RepairChanges,
    from: number,
    to: number | null,
    unread: number | null = null,
  ): RepairChanges {
    const changes = new Map(
      [...found].filter(
        ([end, repair]) => end !== unread && !sameRepair(this.byEnd.get(end) ?? null, repair),
      ),
    )
    for (const end of this.byEnd.keys()) {
      const isInside = end >= from && (to === null || end < to)
      if (isInside && !found.has(end)) changes.set(end, null)
    }
    return changes.size === 0 ? noChanges : changes
  }

  with(changes: RepairChanges): RepairList {
    if (changes.size === 0) return this
    const byEnd = new Map(this.byEnd)
    for (const [end, repair] of changes) {
      if (repair) byEnd.set(end, repair)
      else byEnd.delete(end)
    }
    return new RepairList(byEnd)
  }

  /** The beginning of the first gap that becomes another one by these changes. */
  firstChanged(changes: RepairChanges): number {
    const begins = [...changes].flatMap(([end, repair]) => {
      return [this.byEnd.get(end), repair].flatMap((one) => (one ? [one.from] : []))
    })
    return Math.min(...begins)
  }
}
