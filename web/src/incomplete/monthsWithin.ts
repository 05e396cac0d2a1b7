/** The beginnings of those months, such as 2026-03 in UTC, that a window touches. */
export function monthsWithin(months: readonly string[], from: Date, to: Date): Date[] {
  return months
    .map((month) => new Date(`${month}-01T00:00:00Z`))
    .filter((begin) => {
      const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1)
      return begin < to && end > from.getTime()
    })
}
