import type { CompareBy, CompareFigures } from '@packboard/contract'
import { type CompareColumn, columns } from './columns.ts'

/** How a cell stands among those of its column. */
export type CellMark = {
  readonly end: 'best' | 'worst' | null
  /** 0 of the best to 1 of the worst; less where the column hardly differs. */
  readonly shade: number
}

/** The part of the text colour, in percent, that shades the worst cell. `colours.test.ts` reads figures on it. */
export const strongestShade = 10

/** Columns that differ less than this are shaded less: 5 points of a share, a fifth of any other figure. */
const points = 5
const part = 0.2

/** A coverage so many points below the highest is of another time. */
const coverageApart = 10

/** Windows that differ by less than a hundredth are of one length. */
const alike = 0.01

const none: CellMark = { end: null, shade: 0 }

/**
 * The marks of a column, row by row. Amounts are marked only where rows are of one length: a product that ran for an hour
 * has few stops without being better. A row that was observed for much less of its time than the others is marked nowhere.
 */
export function columnMarks(
  rows: readonly CompareFigures[],
  column: CompareColumn,
  by: CompareBy,
): CellMark[] {
  const { of, better, grows, unit } = columns[column]
  const observed = rows.map(({ metrics }) => metrics.coverage ?? 0)
  const least = Math.max(...observed) - coverageApart
  const values = rows.map((figures, index) => ((observed[index] ?? 0) < least ? null : of(figures)))
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  if (known.length < 2 || low === high || (grows && !ofOneLength(rows, by))) {
    return values.map(() => none)
  }
  const [best, worst] = better === 'more' ? [high, low] : [low, high]
  const floor = unit === '%' ? points : part * Math.abs(high)
  return values.map((value) =>
    value === null
      ? none
      : {
          end: value === best ? 'best' : value === worst ? 'worst' : null,
          shade: Math.abs(value - best) / Math.max(high - low, floor),
        },
  )
}

/** Did all rows have the same time? The length of a product, a tool or an operator is not that of the window. */
export function ofOneLength(rows: readonly CompareFigures[], by: CompareBy): boolean {
  if (by === 'product' || by === 'tool' || by === 'operator') return false
  const lengths = rows.map(({ metrics }) => metrics.windowSeconds)
  const longest = Math.max(...lengths)
  return longest - Math.min(...lengths) <= alike * longest
}
