const dayMs = 86_400_000

/** How many days something is kept: for everybody, and for the clients that have a number of their own (D53). */
export type KeepDays = { readonly days: number; readonly ofClient: ReadonlyMap<number, number> }

/** A month of one client that is in the store. `newest` is the newest batch that brought a row of it. */
export type StoredMonth = {
  /** As 202611. */
  readonly month: number
  readonly clientId: number
  readonly newest: bigint
}

/** A month of which everything, or the rows of some clients, is to go. */
type MonthDue = {
  readonly month: number
  readonly clientIds: readonly number[]
  /** The newest batch among these rows: what came later was not looked at. */
  readonly upTo: bigint
  readonly whole: boolean
}

/**
 * The months that are over for longer than they are kept. A month goes whole, never by days: so every record is kept for
 * its days at least and for a month more at most, and each month of a client is touched once.
 */
export function monthsDue(
  stored: readonly StoredMonth[],
  keep: KeepDays,
  now: number,
  mayGo: (month: StoredMonth) => boolean,
): MonthDue[] {
  const months = new Map<number, StoredMonth[]>()
  for (const row of stored) months.set(row.month, [...(months.get(row.month) ?? []), row])
  return [...months]
    .sort(([a], [b]) => a - b)
    .flatMap(([month, rows]): MonthDue[] => {
      const due = rows.filter((row) => {
        const days = keep.ofClient.get(row.clientId) ?? keep.days
        return endOfMonth(month) <= now - days * dayMs && mayGo(row)
      })
      if (due.length === 0) return []
      const clientIds = due.map(({ clientId }) => clientId).sort((a, b) => a - b)
      const upTo = due.reduce((most, { newest }) => (newest > most ? newest : most), 0n)
      return [{ month, clientIds, upTo, whole: due.length === rows.length }]
    })
}

/** Nothing before this moment is younger than what is kept for the shortest time. */
export function oldestKept(keep: KeepDays, now: number): number {
  return now - Math.min(keep.days, ...keep.ofClient.values()) * dayMs
}

/** The moment at which a month such as 202611 is over. */
export function endOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 100), month % 100, 1)
}
