import { type ShiftFault, type ShiftStart, shiftLimits } from '@packboard/model'
import { textsOf } from '../../i18n/useTexts.ts'

/** A line of the editor: a shift with the days of the week on which it starts. */
export type ShiftRow = {
  /** Distinguishes lines while they are edited. */
  readonly key: number
  readonly name: string
  readonly start: string
  /** Monday is 1. */
  readonly weekdays: readonly number[]
}

/** A plan as lines: shifts with the same start and name are one line with several days. */
export function rowsOfPlan(plan: readonly ShiftStart[]): ShiftRow[] {
  const rows = new Map<string, ShiftRow>()
  for (const { weekday, start, name } of plan) {
    const word = `${start} ${name}`
    const known = rows.get(word) ?? { key: rows.size, name, start, weekdays: [] }
    rows.set(word, { ...known, weekdays: [...known.weekdays, weekday] })
  }
  return [...rows.values()].toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/** The plan that the lines describe. */
export function planOfRows(rows: readonly ShiftRow[]): ShiftStart[] {
  return rows.flatMap(({ name, start, weekdays }) =>
    weekdays.map((weekday) => ({ weekday, start, name: name.trim() })),
  )
}

/** What is wrong with a single line; null when nothing is. */
export function rowFault({ name, start, weekdays }: ShiftRow): string | null {
  const say = textsOf('panel')
  if (name.trim() === '') return say('shiftNameless')
  if (start === '') return say('shiftStartless', { name: name.trim() })
  if (weekdays.length === 0) return say('shiftDayless', { name: name.trim() })
  return null
}

/** Why a plan cannot be saved, with the day as the editor names it. */
export function planFaultWords({ kind, start, name }: ShiftFault, day: string): string {
  const say = textsOf('panel')
  switch (kind) {
    case 'tooMany':
      return say('shiftTooMany', { most: shiftLimits.starts })
    case 'noDay':
      return say('shiftNoDay')
    case 'noTime':
      return say('shiftNoTime', { day })
    case 'noName':
      return say('shiftNoName', { day, start })
    case 'longName':
      return say('shiftLongName', { most: shiftLimits.nameLength })
    case 'sameTime':
      return say('shiftSameTime', { day, start })
    case 'sameName':
      return say('shiftSameName', { day, name })
  }
}
