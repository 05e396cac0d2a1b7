import type { Period } from '@packboard/model'
import { AppError } from '@packboard/model'

/** Records of some machines in a window. */
export type RecordsQuestion = {
  readonly machineIds: readonly number[]
  readonly period: Period
}

/** Which rows of a table are shown: so many, after so many that stand before them. */
export type RowsOfPage = { readonly offset: number; readonly limit: number }

/** More rows than any page of a table has, and than an export takes at a time (D55). */
const mostRows = 10_000

/** The rows of a page as the engine takes them. */
export function rowsOfPage({ offset, limit }: RowsOfPage): { offset: bigint; limit: number } {
  const whole = Number.isSafeInteger(offset) && Number.isInteger(limit)
  if (!whole || offset < 0 || limit < 1 || limit > mostRows) throw new AppError('request.invalid')
  return { offset: BigInt(offset), limit }
}

/** A row of a page, and how many rows the table has. */
type Counted<Row> = { readonly row: Row; readonly total: number }

/** A page beyond the last row has none that says how many there are: they are counted. */
export async function pageOf<Row>(
  { offset }: RowsOfPage,
  found: readonly Counted<Row>[],
  countAll: () => Promise<number>,
): Promise<{ rows: Row[]; count: number }> {
  const [first] = found
  if (first === undefined) return { rows: [], count: offset === 0 ? 0 : await countAll() }
  return { rows: found.map(({ row }) => row), count: first.total }
}
