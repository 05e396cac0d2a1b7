import { formatDateTime, formatTimeInState } from '@packboard/model'
import { formatCount } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { SpeedStep } from './packsSeries.ts'
import { shareText } from './ringSeries.ts'

/** Speed step by step: when it begins, in the zone that the title names, its mean, slowest and fastest. */
export function speedStepColumns(zone: string): Column<SpeedStep>[] {
  const say = textsOf('charts')
  return [
    { title: say('start', { zone }), cell: ({ at }) => formatDateTime(at, zone) },
    { title: say('mean'), cell: ({ ppm }) => formatCount(ppm), numeric: true },
    { title: say('minimum'), cell: ({ min }) => formatCount(min), numeric: true },
    { title: say('maximum'), cell: ({ max }) => formatCount(max), numeric: true },
  ]
}

const itself = (name: string) => name

/** Times by name, with what they are of the whole. */
export function timeColumns<Row extends { readonly name: string }>(
  title: string,
  all: readonly Row[],
  secondsOf: (row: Row) => number,
  /** What a person calls a row. */
  wordOf: (name: string) => string = itself,
): Column<Row>[] {
  const say = textsOf('charts')
  const total = all.reduce((sum, row) => sum + secondsOf(row), 0)
  return [
    { title, cell: ({ name }) => wordOf(name) },
    { title: say('time'), cell: (row) => formatTimeInState(secondsOf(row)), numeric: true },
    { title: say('timeSeconds'), cell: (row) => formatCount(secondsOf(row)), numeric: true },
    { title: say('share'), cell: (row) => shareText(secondsOf(row), total, 1), numeric: true },
  ]
}

type Counted = { readonly name: string; readonly value: number }

/** Counts by name, with what they are of the whole. */
export function countColumns<Row extends Counted>(
  title: string,
  counted: string,
  all: readonly Row[],
  /** What a person calls a row. */
  wordOf: (name: string) => string = itself,
): Column<Row>[] {
  const say = textsOf('charts')
  const total = all.reduce((sum, { value }) => sum + value, 0)
  return [
    { title, cell: ({ name }) => wordOf(name), wide: true },
    { title: counted, cell: ({ value }) => formatCount(value), numeric: true },
    { title: say('share'), cell: ({ value }) => shareText(value, total, 1), numeric: true },
  ]
}
