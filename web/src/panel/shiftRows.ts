import type { ShiftStart } from '@packboard/model'

/** A line of the editor: a shift with the days of the week on which it starts. */
export type ShiftRow = {
  /** Tells lines apart while they are edited. */
  readonly key: number
  readonly name: string
  readonly start: string
  /** Monday is 1. */
  readonly weekdays: readonly number[]
}

/** A plan as lines: what starts at one time under one name is one line with several days. */
export function rowsOfPlan(plan: readonly ShiftStart[]): ShiftRow[] {
  const rows = new Map<string, ShiftRow>()
  for (const { weekday, start, name } of plan) {
    const word = `${start} ${name}`
    const known = rows.get(word) ?? { key: rows.size, name, start, weekdays: [] }
    rows.set(word, { ...known, weekdays: [...known.weekdays, weekday] })
  }
  return [...rows.values()].toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/** The plan that lines mean. */
export function planOfRows(rows: readonly ShiftRow[]): ShiftStart[] {
  return rows.flatMap(({ name, start, weekdays }) =>
    weekdays.map((weekday) => ({ weekday, start, name: name.trim() })),
  )
}

/** What is wrong with a line alone; null when nothing is. */
export function rowFault({ name, start, weekdays }: ShiftRow): string | null {
  if (name.trim() === '') return 'Please name every shift.'
  if (start === '') return `Please enter when ${name.trim()} starts.`
  if (weekdays.length === 0) return `Please choose the days of ${name.trim()}.`
  return null
}
