import type { Ratio } from './beforeAfter.ts'

/** Twice ten parts can be divided in two tens in so many ways. */
const halves = 184_756
const allParts = 20
const lowParts = 10
const lowMask = (1 << lowParts) - 1

/**
 * An exact permutation test (Fisher 1935; Good, "Permutation Tests"): of all ways to call ten of the twenty parts "after", the share in
 * which the figure is higher than in the rest by at least as much as it is. Parts of some minutes, not records: what lasts for
 * minutes is then not counted as many signs of the same.
 */
export function shareOfOrders(
  before: readonly Ratio[],
  after: readonly Ratio[],
  sign: 1 | -1,
): number {
  const parts = [...after, ...before]
  if (after.length !== lowParts || parts.length !== allParts)
    throw new Error('Two sides of ten parts')
  const overs = tables(parts.map(({ over }) => over))
  const unders = tables(parts.map(({ under }) => under))
  const difference = (mask: number) => {
    const [over, under] = [overs.sum(mask), unders.sum(mask)]
    const [otherOver, otherUnder] = [overs.all - over, unders.all - under]
    return under > 0 && otherUnder > 0 ? sign * (over / under - otherOver / otherUnder) : 0
  }
  // What rounding makes of equal differences.
  const least = difference(lowMask) - 1e-9
  let count = 0
  for (let mask = lowMask; mask < 1 << allParts; mask = nextOfSameSize(mask)) {
    if (difference(mask) >= least) count += 1
  }
  return count / halves
}

/** Sums of any of the parts, out of two tables of 1,024. */
function tables(values: readonly number[]) {
  const half = (from: number) => {
    const sums = new Float64Array(1 << lowParts)
    for (let mask = 1; mask < sums.length; mask++) {
      const lowest = 31 - Math.clz32(mask & -mask)
      sums[mask] = (sums[mask & (mask - 1)] ?? 0) + (values[from + lowest] ?? 0)
    }
    return sums
  }
  const [low, high] = [half(0), half(lowParts)]
  return {
    all: values.reduce((sum, value) => sum + value, 0),
    sum: (mask: number) => (low[mask & lowMask] ?? 0) + (high[mask >> lowParts] ?? 0),
  }
}

/** The next larger number with as many bits set (Gosper). */
function nextOfSameSize(mask: number): number {
  const lowest = mask & -mask
  const ripple = mask + lowest
  return ripple | (((mask ^ ripple) >>> 2) / lowest)
}
