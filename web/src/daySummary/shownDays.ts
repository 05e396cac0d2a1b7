import { dayText } from '../filter/filterText.ts'
import { reportedText } from '../i18n/reportedText.ts'
import type { DayColumn, DaySort } from './daySearch.ts'
import type { SummaryDay } from './daySummaryWire.ts'

/** The days in which a text is found, in the order that is chosen; equal ones as the answer has them. */
export function shownDays(
  days: readonly SummaryDay[],
  find: string,
  sort: DaySort | null,
): readonly SummaryDay[] {
  const wanted = find.trim().toLocaleLowerCase()
  const found =
    wanted === '' ? days : days.filter((day) => textOf(day).toLocaleLowerCase().includes(wanted))
  if (sort === null) return found
  const sign = sort.descending ? -1 : 1
  const value = values[sort.column]
  return found.toSorted((a, b) => sign * compare(value(a), value(b)))
}

export type GroupSums = {
  readonly key: string
  readonly rows: number
  readonly packs: number
  readonly run: number
  readonly idle: number
}

/**
 * The days with those of one group beside each other, the groups by name and each in the order that its days had; the sums of a group are of all of
 * its rows, on whatever pages they are.
 */
export function groupedDays(
  days: readonly SummaryDay[],
  keyOf: (day: SummaryDay) => string,
): { readonly days: readonly SummaryDay[]; readonly groups: ReadonlyMap<string, GroupSums> } {
  const found = new Map<string, SummaryDay[]>()
  for (const day of days) {
    const own = found.get(keyOf(day))
    if (own) own.push(day)
    else found.set(keyOf(day), [day])
  }
  const order = [...found].sort(([a], [b]) => names.compare(a, b))
  const sum = (own: readonly SummaryDay[], of: 'packs' | 'run' | 'idle') =>
    own.reduce((all, day) => all + day[of], 0)
  return {
    days: order.flatMap(([, own]) => own),
    groups: new Map(
      order.map(([key, own]) => [
        key,
        {
          key,
          rows: own.length,
          packs: sum(own, 'packs'),
          run: sum(own, 'run'),
          idle: sum(own, 'idle'),
        },
      ]),
    ),
  }
}

/** "Line 2" comes before "Line 10". */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What a row says in words; its parts stand in lines, so that no text is found across two of them. */
const textOf = ({ date, serialNo, product, tool }: SummaryDay) =>
  [dayText(date), date, serialNo, reportedText(product), reportedText(tool)].join('\n')

const values: Record<DayColumn, (day: SummaryDay) => string | number> = {
  day: ({ date }) => date,
  machine: ({ serialNo }) => serialNo,
  product: ({ product }) => product,
  tool: ({ tool }) => tool,
  idle: ({ idle }) => idle,
  packs: ({ packs }) => packs,
  run: ({ run }) => run,
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}

/** The order that a press on a title chooses: texts are read upwards first, the newest day and the largest figure come first. */
export function nextSort(sort: DaySort | null, column: DayColumn): DaySort {
  const now = sort ?? { column: 'day', descending: true }
  if (now.column === column) return { column, descending: !now.descending }
  return { column, descending: !['machine', 'product', 'tool'].includes(column) }
}

/** Packs of each day, oldest first, for the small bars of the card. */
export function packsByDay(days: readonly SummaryDay[]): number[] {
  const packs = new Map<string, number>()
  for (const day of days) packs.set(day.date, (packs.get(day.date) ?? 0) + day.packs)
  return [...packs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** What a row is about: `21-11-2026, FW-101, Choc Bar 45 g, Former 45`. */
export const nameOfDay = ({ date, serialNo, product, tool }: SummaryDay) =>
  [dayText(date), serialNo, reportedText(product), reportedText(tool)].filter(Boolean).join(', ')
