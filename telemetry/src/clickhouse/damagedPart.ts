import { ClickHouseError } from '@clickhouse/client'

/** Errors of the engine that mean that files of a part are not as they were written. */
const damageTypes = new Set([
  'CHECKSUM_DOESNT_MATCH',
  'CANNOT_READ_ALL_DATA',
  'CANNOT_DECOMPRESS',
  'CORRUPTED_DATA',
  'UNKNOWN_CODEC',
  'UNEXPECTED_END_OF_FILE',
  'ATTEMPT_TO_READ_AFTER_EOF',
  'BAD_SIZE_OF_FILE_IN_DATA_PART',
  'UNEXPECTED_FILE_IN_DATA_PART',
  'NO_FILE_IN_DATA_PART',
  'FILE_DOESNT_EXIST',
  'CANNOT_OPEN_FILE',
  'SIZES_OF_MARKS_FILES_ARE_INCONSISTENT',
  'CANNOT_READ_FROM_FILE_DESCRIPTOR',
  'SEEK_POSITION_OUT_OF_BOUND',
  'CANNOT_SEEK_THROUGH_FILE',
  'TOO_LARGE_SIZE_COMPRESSED',
  'TOO_LARGE_ARRAY_SIZE',
  'TOO_LARGE_STRING_SIZE',
  'INCORRECT_DATA',
])

/** A part that a query could not read. */
export type DamagedPart = { readonly table: string; readonly name: string; readonly month: number }

/** Does this error of the engine say that files are not as they were written? */
export const isDamage = (error: unknown): error is ClickHouseError =>
  error instanceof ClickHouseError && damageTypes.has(error.type ?? '')

/** A part was merged into another one between being listed and being read, or dropped: the engine has none of this name. */
export const isGone = (error: unknown) =>
  error instanceof ClickHouseError && error.type === 'NO_SUCH_DATA_PART'

/** Which part an error of the engine is about: “(while reading from part …/202611_1_1_0/ in table packboard.sample (…”. */
export function damagedPart(error: unknown): DamagedPart | undefined {
  if (!isDamage(error)) return undefined
  const [, path, table] = /from part (\S+) in table [^\s.]+\.(\S+)/.exec(error.message) ?? []
  const name = path?.split('/').filter(Boolean).at(-1)
  if (name === undefined || table === undefined) return undefined
  return { table, name, month: monthOfPart(name) }
}

/** The month of a part: 202611_1_5_1 is one of November 2026, all_1_5_1 of a table without months. */
export function monthOfPart(name: string): number {
  return Number(/^(\d{6})_/.exec(name)?.[1] ?? 0)
}
