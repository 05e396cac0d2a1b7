/** Why rows of a month cannot be trusted: its parts are missing, they cannot be read, or they are back and not yet checked. */
type DamageCause = 'lost' | 'unreadable' | 'unchecked'

/** A month of one table of which rows are lost or cannot be read (D69). */
export type DamagedMonth = {
  readonly table: string
  /** As 202611; 0 for a table without months. */
  readonly month: number
  /** How many rows; null when nothing says how many. */
  readonly rows: number | null
  readonly cause: DamageCause
  /** The folders of the parts, as far as the engine still has them. */
  readonly parts: readonly string[]
}

/** A part of a table: the blocks of inserts that are in it, and its rows. */
export type PartRange = {
  readonly from: number
  readonly to: number
  readonly rows: number
  /** The checksum of its files: a copy of the part has the same one. Empty of a missing part that was never seen. */
  readonly id: string
}

/** A part that was there and is not any more, with the rows that are in no other one; null: nothing says how many. */
export type MissingPart = Omit<PartRange, 'rows'> & { readonly rows: number | null }

/** What a month of a table held at the last look. */
export type KnownMonth = {
  readonly table: string
  readonly month: number
  /** A table that was made anew has another id. */
  readonly tableId: string
  readonly parts: readonly PartRange[]
  /** What was lost before; it stays lost, whatever comes after it, until it is back or an operator goes on. */
  readonly missing: readonly MissingPart[]
  /** Set while the month is damaged: what was received after this batch is not in its minutes. */
  readonly damagedSince: bigint | null
  /** Detached parts without which an operator goes on. */
  readonly accepted: readonly string[]
}

/**
 * Where it is remembered what telemetry holds. It lies outside of telemetry's own folder, so that an older copy of that
 * folder is noticed, too.
 */
export type PartRecord = {
  read(): Promise<readonly KnownMonth[]>
  write(months: readonly KnownMonth[]): Promise<void>
  forget(table: string, month: number): Promise<void>
}

/** The months whose minutes are frozen, and those that are free again. */
export type MonthsFrozen = {
  readonly frozen: ReadonlySet<number>
  /** `after` null: all minutes count anew; a batch: those of records that were received after it. */
  readonly released: readonly { readonly month: number; readonly after: bigint | null }[]
}

/** What is known of damaged parts. */
export type Damage = {
  months(): readonly DamagedMonth[]
  /** The months of which no minute is computed anew. */
  frozen(): ReadonlySet<number>
  /** The months that are whole again and whose minutes were not yet computed anew. */
  released(): MonthsFrozen['released']
  /** The minutes of all released months were computed. */
  recomputed(released: MonthsFrozen['released']): void
  /** How many parts could not be read since the store was opened. */
  unreadable(): number
  /** Looks now. */
  look(): Promise<void>
  /** Looks again when the engine was started again meanwhile. */
  current(): Promise<void>
  /** Whether a failed query met a damaged part, which is then known; the month of it. */
  noticed(error: unknown): { readonly month: number } | undefined
  /** Deletes or changes rows of a month on purpose; what it holds is recorded anew afterwards. */
  rewriting(table: string, month: number, work: () => Promise<void>): Promise<void>
}

/** The first moment of a month such as 202611, and the first after it. */
export function spanOfMonth(month: number): { readonly from: number; readonly to: number } {
  const year = Math.floor(month / 100)
  return { from: Date.UTC(year, (month % 100) - 1, 1), to: Date.UTC(year, month % 100, 1) }
}

/** A record of the process alone, for a store that has none elsewhere. */
export function rememberedParts(): PartRecord {
  const months = new Map<string, KnownMonth>()
  return {
    read: async () => [...months.values()],
    async write(known) {
      for (const one of known) months.set(`${one.table}|${one.month}`, one)
    },
    async forget(table, month) {
      months.delete(`${table}|${month}`)
    },
  }
}
