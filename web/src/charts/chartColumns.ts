import { formatCount, formatDateTime, formatTimeInState } from '@packboard/model'
import type { Column } from '../ui/DataTable.tsx'
import type { SpeedStep } from './packsSeries.ts'
import { shareText } from './ringSeries.ts'

/** Speed step by step: when it begins, in the zone that the title names, its mean, slowest and fastest. */
export const speedStepColumns = (zone: string): Column<SpeedStep>[] => [
  { title: `Start (${zone})`, cell: ({ at }) => formatDateTime(at, zone) },
  { title: 'Mean (ppm)', cell: ({ ppm }) => formatCount(ppm), numeric: true },
  { title: 'Minimum (ppm)', cell: ({ min }) => formatCount(min), numeric: true },
  { title: 'Maximum (ppm)', cell: ({ max }) => formatCount(max), numeric: true },
]

/** Times by name, with what they are of the whole. */
export function timeColumns<Row extends { readonly name: string }>(
  title: string,
  all: readonly Row[],
  secondsOf: (row: Row) => number,
): Column<Row>[] {
  const total = all.reduce((sum, row) => sum + secondsOf(row), 0)
  return [
    { title, cell: ({ name }) => name },
    { title: 'Time', cell: (row) => formatTimeInState(secondsOf(row)), numeric: true },
    { title: 'Time (s)', cell: (row) => formatCount(secondsOf(row)), numeric: true },
    { title: 'Share', cell: (row) => shareText(secondsOf(row), total, 1), numeric: true },
  ]
}

type Counted = { readonly name: string; readonly value: number }

/** Counts by name, with what they are of the whole. */
export function countColumns<Row extends Counted>(
  title: string,
  counted: string,
  all: readonly Row[],
): Column<Row>[] {
  const total = all.reduce((sum, { value }) => sum + value, 0)
  return [
    { title, cell: ({ name }) => name, wide: true },
    { title: counted, cell: ({ value }) => formatCount(value), numeric: true },
    { title: 'Share', cell: ({ value }) => shareText(value, total, 1), numeric: true },
  ]
}
