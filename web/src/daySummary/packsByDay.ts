import type { SummaryDay } from './daySummaryWire.ts'

/** Packs of each day, oldest first, for the small bars of the card. */
export function packsByDay(days: readonly SummaryDay[]): number[] {
  const packs = new Map<string, number>()
  for (const day of days) packs.set(day.date, (packs.get(day.date) ?? 0) + day.packs)
  return [...packs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}
