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
