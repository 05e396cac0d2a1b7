import { recordFileLimits } from '@packboard/model'
import type { Cell } from './csvRows.ts'

/** A row of a file; one that could not be read has no cells. */
type Row = { readonly line: number; readonly cells?: readonly Cell[] }

/**
 * The line at which the table of a file begins, and whether it names the columns. The head is the first row with the most texts among
 * those without a number or a time: exports have titles above it. Of a head over two rows, whose names are merged downwards
 * or across, it is the second.
 */
export function findHead(rows: readonly Row[]): {
  readonly hasHead: boolean
  readonly firstLine: number
} {
  const first = rows.slice(0, recordFileLimits.headRows)
  const texts = first.map(textPlaces)
  const most = Math.max(0, ...texts.map(({ length }) => length))
  const at = texts.findIndex(({ length }) => length === most)
  const widths = first.slice(at + 1).map((row) => filledPlaces(row).length)
  const width = widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
  // A title above rows that have no head names few of their columns.
  if (most === 0 || most * 2 < width) {
    const record = first.find((row) => filledPlaces(row).length * 2 >= width)
    return { hasHead: false, firstLine: most === 0 ? 1 : (record?.line ?? 1) }
  }
  const below = texts[at + 1] ?? []
  const isSplit = below.some((place) => !texts[at]?.includes(place))
  return { hasHead: true, firstLine: first[isSplit ? at + 1 : at]?.line ?? 1 }
}

/** The names of the columns as the head has them; one that is merged downwards stands in the row above. */
export function headNames(rows: readonly Row[], firstLine: number): string[] {
  const at = rows.findIndex(({ line, cells }) => line >= firstLine && cells !== undefined)
  const above = rows[at - 1]
  // A single text above a head is its title.
  const upper = above && textPlaces(above).length > 1 ? (above.cells ?? []) : []
  const names = (rows[at]?.cells ?? []).map(textOf)
  return Array.from(
    { length: Math.max(names.length, upper.length) },
    (_, place) => names[place] || textOf(upper[place]),
  )
}

const textOf = (cell: Cell | undefined) => String(cell ?? '').trim()

const filledPlaces = ({ cells = [] }: Row) =>
  cells.flatMap((cell, place) => (textOf(cell) === '' ? [] : [place]))

/** Where a row without a number or a time has texts. */
function textPlaces(row: Row): number[] {
  const isNumber = (cell: Cell) => typeof cell === 'number' || /^[-+]?\d/.test(textOf(cell))
  return row.cells?.some(isNumber) ? [] : filledPlaces(row)
}
