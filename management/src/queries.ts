import { AppError, type ErrorCode } from '@packboard/model'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** For `executeTakeFirstOrThrow`: the error where there is no such row. */
export const refusing = (code: ErrorCode) => () => new AppError(code)

/** How many rows a query finds. */
export async function countOf<Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const { count } = await query.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Names and addresses are the same in any letter case, as the indexes of their tables have it. */
export const sameText = (column: string, text: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) = lower(${text})`

/** Whether a column is one of these numbers, of which there may be any number. */
export const isAmong = (column: string, ids: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`

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

/** How a person is named on screens and in letters: by the own name, where the account has one. */
export const personName = (row: {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
}) => `${row.first_name} ${row.last_name}`.trim() || row.username
