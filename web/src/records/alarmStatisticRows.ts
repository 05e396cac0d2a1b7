import type { AlarmGroupStatistic, AlarmStatisticRow } from '@packboard/contract'
import { everything } from '../filter/filter.ts'

type Answer = {
  readonly alarms: readonly AlarmStatisticRow[]
  readonly groups: readonly AlarmGroupStatistic[]
}

/** What a row of the statistics is of: one text, or all texts of a group. */
export const statisticParts = ['text', 'group'] as const
export type StatisticPart = (typeof statisticParts)[number]

/** A row; a group has no description. */
export type StatisticRow = AlarmGroupStatistic & { readonly description: string | null }

export const statisticColumns = [
  'description',
  'group',
  'count',
  'seconds',
  'meanSeconds',
  'open',
] as const
export type StatisticColumn = (typeof statisticColumns)[number]

export type StatisticOrder = { readonly by: StatisticColumn; readonly descending: boolean }

/** The rows of the chosen group and description, in the chosen order; equal ones by group, then by description. */
export function statisticRows(
  { alarms, groups }: Answer,
  {
    part,
    group,
    description,
  }: { readonly part: StatisticPart; readonly group: string; readonly description: string },
  { by, descending }: StatisticOrder,
): StatisticRow[] {
  const rows: readonly StatisticRow[] =
    part === 'text' ? alarms : groups.map((one): StatisticRow => ({ ...one, description: null }))
  const sign = descending ? -1 : 1
  return rows
    .filter(
      (row) =>
        (group === everything || row.group === group) &&
        (part === 'group' || description === everything || row.description === description),
    )
    .toSorted(
      (a, b) =>
        sign * compare(a[by], b[by]) ||
        compare(a.group, b.group) ||
        compare(a.description, b.description),
    )
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}

/** The column that is chosen next: texts are read upwards first, of figures the largest come first. */
export function nextOrder(order: StatisticOrder, chosen: StatisticColumn): StatisticOrder {
  if (chosen === order.by) return { by: chosen, descending: !order.descending }
  return { by: chosen, descending: chosen !== 'description' && chosen !== 'group' }
}

/** What the lists above the table offer: what stood in the window under the other of the two. */
export function statisticChoices(
  { alarms }: Pick<Answer, 'alarms'>,
  { group, description }: { readonly group: string; readonly description: string },
) {
  const distinct = (values: readonly string[]) => [...new Set(values)].sort()
  return {
    groups: distinct(
      alarms
        .filter((row) => description === everything || row.description === description)
        .map((row) => row.group),
    ),
    descriptions: distinct(
      alarms
        .filter((row) => group === everything || row.group === group)
        .map((row) => row.description),
    ),
  }
}
