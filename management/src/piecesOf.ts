/**
 * A statement of so many rows is put together in some milliseconds. One of 1,000 would hold up every caller of the process for
 * longer, and PostgreSQL takes 65,535 values at most.
 */
const rowsOfStatement = 100

/** The rows of an import, as many at a time as one statement takes. */
export function* piecesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let begin = 0; begin < rows.length; begin += rowsOfStatement) {
    yield rows.slice(begin, begin + rowsOfStatement)
  }
}
