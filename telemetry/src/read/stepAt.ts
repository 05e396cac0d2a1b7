/** The step that an instant lies in: the last of these ascending starts that is not after it; −1 before the first. */
export function stepAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** [from, to) cut at the starts of steps. */
export function partsOf(
  starts: readonly number[],
  from: number,
  to: number,
): (readonly [from: number, to: number])[] {
  const inside = starts.filter((start) => start > from && start < to)
  const begins = [from, ...inside]
  return begins.map((begin, i) => [begin, begins[i + 1] ?? to])
}
