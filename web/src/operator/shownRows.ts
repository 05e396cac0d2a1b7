import type { StopRow } from '@packboard/contract'

/** A stop in a list that is read again and again; its end may still move, its start does not. */
export const keyOf = ({ machine, start }: Pick<StopRow, 'machine' | 'start'>) =>
  `${machine} ${start.toISOString()}`

/**
 * The rows of a list that does not move under a finger: those that are held, as they were read last, and how many new ones
 * are kept back. A list that rests is that of the newest answer.
 */
export function shownRows(
  held: readonly StopRow[],
  read: readonly StopRow[],
  rests: boolean,
): { readonly rows: readonly StopRow[]; readonly added: number } {
  if (rests) return { rows: read, added: 0 }
  const newest = new Map(read.map((stop) => [keyOf(stop), stop]))
  const known = new Set(held.map(keyOf))
  return {
    rows: held.map((stop) => newest.get(keyOf(stop)) ?? stop),
    added: read.filter((stop) => !known.has(keyOf(stop))).length,
  }
}
