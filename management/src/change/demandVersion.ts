import { AppError } from '@packboard/model'

/**
 * Refuses an edit that is based on an older version of the row than the locked one: the second of two people gets an
 * error, and nothing is lost silently. An edit without a version is applied to the current row.
 */
export function demandVersion(
  row: { readonly version: number },
  requested: number | undefined,
): void {
  if (requested !== undefined && requested !== row.version) throw new AppError('edit.conflict')
}
