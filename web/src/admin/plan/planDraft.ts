import type { Plan, PlanEntry, PlanException, PlanKind } from '@packboard/model'

/** A time of the week with the days on which it begins: a row of the table, and a bar on each of its days. */
export type PlanRow = {
  /** Distinguishes rows while they are edited. */
  readonly key: number
  readonly kind: PlanKind
  readonly from: string
  readonly to: string
  /** Monday is 1. */
  readonly weekdays: readonly number[]
}

/** A week that is edited; without rows it ends what held before. */
export type WeekDraft = {
  readonly line: string | null
  readonly validFrom: string
  readonly rows: readonly PlanRow[] | null
}

/** A plan while it is edited. */
export type PlanDraft = {
  readonly weeks: readonly WeekDraft[]
  readonly exceptions: readonly PlanException[]
}

/** Which week is shown: of a line, or of all lines, and from when on it holds. */
export type PlanPlace = { readonly line: string | null; readonly validFrom: string | null }

/** One day of a row. */
export type Bar = { readonly key: number; readonly weekday: number }

export const barId = ({ key, weekday }: Bar) => `${key}/${weekday}`
export const sameBar = (a: Bar, b: Bar | null) =>
  b !== null && a.key === b.key && a.weekday === b.weekday

/** Equal times of several days are one row. */
export function rowsOf(entries: readonly PlanEntry[]): PlanRow[] {
  const rows = new Map<string, PlanRow>()
  for (const { weekday, from, to, kind } of entries) {
    const word = `${from} ${to} ${kind}`
    const known = rows.get(word) ?? { key: rows.size + 1, kind, from, to, weekdays: [] }
    rows.set(word, { ...known, weekdays: [...known.weekdays, weekday] })
  }
  return [...rows.values()]
}

/** The bars of rows, in the order of the entries that they become. */
export function barsOf(rows: readonly PlanRow[]): (Bar & { readonly row: PlanRow })[] {
  return rows.flatMap((row) => row.weekdays.map((weekday) => ({ key: row.key, weekday, row })))
}

export function entriesOf(rows: readonly PlanRow[]): PlanEntry[] {
  return barsOf(rows).map(({ weekday, row: { from, to, kind } }) => ({ weekday, from, to, kind }))
}

/** The plan as it is stored, and without anything else of the answer. */
export function draftOf({ weeks, exceptions }: Plan): PlanDraft {
  return {
    weeks: weeks.map(({ line, validFrom, entries }) => ({
      line,
      validFrom,
      rows: entries && rowsOf(entries),
    })),
    exceptions: exceptions.map(withoutAuthor),
  }
}

const withoutAuthor = (exception: PlanException): PlanException => {
  const { line, startDate, startTime, endDate, endTime, kind, note } = exception
  return { line, startDate, startTime, endDate, endTime, kind, note }
}

export function planOfDraft({ weeks, exceptions }: PlanDraft): Plan {
  return {
    weeks: weeks.map(({ line, validFrom, rows }) => ({
      line,
      validFrom,
      entries: rows && entriesOf(rows),
    })),
    exceptions,
  }
}

/** The bar that a place such as `weeks.2.entries.5` of the plan names. */
export function barAt(draft: PlanDraft, place: string): { week: WeekDraft; bar: Bar } | null {
  const [, week, entry] = /^weeks\.(\d+)\.entries\.(\d+)$/.exec(place) ?? []
  const found = draft.weeks[Number(week)]
  const bar = found?.rows && barsOf(found.rows)[Number(entry)]
  return found && bar ? { week: found, bar } : null
}

const nextKey = (rows: readonly PlanRow[]) => Math.max(0, ...rows.map(({ key }) => key)) + 1

export function addRow(
  rows: readonly PlanRow[],
  row: Omit<PlanRow, 'key'>,
): { rows: PlanRow[]; key: number } {
  const key = nextKey(rows)
  return { rows: [...rows, { key, ...row }], key }
}

export function changeRow(
  rows: readonly PlanRow[],
  key: number,
  part: Partial<Omit<PlanRow, 'key'>>,
): PlanRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...part } : row))
}

/**
 * Changes a bar with all other days of its row, or this day alone, which then becomes a row of its own. Another day is
 * always of this bar alone.
 */
export function changeBar(
  rows: readonly PlanRow[],
  bar: Bar,
  { weekday = bar.weekday, ...part }: Partial<Pick<PlanRow, 'kind' | 'from' | 'to'> & Bar>,
  together: boolean,
): { rows: readonly PlanRow[]; bar: Bar } {
  const row = rows.find(({ key }) => key === bar.key)
  if (!row) return { rows, bar }
  if (weekday === bar.weekday && (together || row.weekdays.length === 1)) {
    return { rows: changeRow(rows, bar.key, part), bar }
  }
  if (row.weekdays.length === 1) {
    const moved = { key: row.key, weekday }
    return { rows: changeRow(rows, row.key, { ...part, weekdays: [weekday] }), bar: moved }
  }
  const added = addRow(removeBar(rows, bar, false), { ...row, ...part, weekdays: [weekday] })
  return { rows: added.rows, bar: { key: added.key, weekday } }
}

export function removeBar(
  rows: readonly PlanRow[],
  { key, weekday }: Bar,
  together: boolean,
): PlanRow[] {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row]
    const weekdays = together ? [] : row.weekdays.filter((day) => day !== weekday)
    return weekdays.length === 0 ? [] : [{ ...row, weekdays }]
  })
}

/** Puts the time of a bar on the next day, too; Monday comes after Sunday. */
export function copyToNextDay(
  rows: readonly PlanRow[],
  bar: Bar,
): { rows: readonly PlanRow[]; bar: Bar } {
  const weekday = (bar.weekday % 7) + 1
  const row = rows.find(({ key }) => key === bar.key)
  if (!row || row.weekdays.includes(weekday)) return { rows, bar: { ...bar, weekday } }
  const weekdays = [...row.weekdays, weekday].toSorted((a, b) => a - b)
  return { rows: changeRow(rows, row.key, { weekdays }), bar: { ...bar, weekday } }
}
