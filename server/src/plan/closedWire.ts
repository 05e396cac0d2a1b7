import type { ClosedSpan } from './planBook.ts'

/** Closed time as it crosses the wire: absent where there is none. */
export function closedWire(closed: readonly ClosedSpan[] | undefined): {
  closed?: { from: Date; to: Date }[]
} {
  if (closed === undefined || closed.length === 0) return {}
  return { closed: closed.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })) }
}
