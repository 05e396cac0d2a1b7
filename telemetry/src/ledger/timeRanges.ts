/** A range of time; half-open. */
export type TimeRange = { readonly from: number; readonly to: number }

/** Ranges with one more, in order; those that touch become one. */
export function withRange(ranges: readonly TimeRange[], added: TimeRange): TimeRange[] {
  if (added.from >= added.to) return [...ranges]
  let { from, to } = added
  const apart: TimeRange[] = []
  for (const other of ranges) {
    if (other.to < from || other.from > to) apart.push(other)
    else {
      from = Math.min(from, other.from)
      to = Math.max(to, other.to)
    }
  }
  return [...apart, { from, to }].sort((a, b) => a.from - b.from)
}

/** What is left of ranges without one. */
export function withoutRange(ranges: readonly TimeRange[], removed: TimeRange): TimeRange[] {
  return ranges.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, removed.from) },
      { from: Math.max(from, removed.to), to },
    ].filter((left) => left.from < left.to),
  )
}
