import { AppError } from '@packboard/model'

/**
 * Refuses an edit that was made on an older state of the row than the one that is locked now: the second of two people
 * is told, and nothing is lost silently. An edit without a number is made on whatever is there.
 */
export function demandVersion(
  row: { readonly version: number },
  requested: number | undefined,
): void {
  if (requested !== undefined && requested !== row.version) throw new AppError('edit.conflict')
}
