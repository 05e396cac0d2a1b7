import { AppError, type Period } from '@packboard/model'

/**
 * Rows that one question may bring into this process (D83). A query that may find more asks for one more than that, so that
 * the engine sends no others.
 */
export const answerRows = {
  /** Sums of contexts: machines × products × states … of a window. */
  contexts: 50_000,
  /** Values of one select of the filter bar. */
  words: 10_000,
  /** Times in one state of all machines of an overview, or of one chart of a day. */
  spans: 500_000,
  /** Times in another unit mode than production, of all machines of a window, as the store holds them. */
  modes: 200_000,
  /** Alarms, or entries of a state, of one chart of a day. */
  marks: 20_000,
  /** Stops of a window, and what they are put together from: parts of time by context, minutes that are folded from raw. */
  stops: 10_000,
  stopParts: 200_000,
  foldedMinutes: 5_000,
} as const

/** Refuses an answer that would be longer. */
export function checkRows(found: number, most: number): void {
  if (found > most) throw new AppError('answer.tooManyRows')
}

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
