/** Kolmogorov–Smirnov: the greatest distance between two distributions, 0 (alike) … 1 (nothing in common). */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const a = [...one].sort((x, y) => x - y)
  const b = [...other].sort((x, y) => x - y)
  let [i, j, most] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0)
    while ((a[i] ?? Number.POSITIVE_INFINITY) <= value) i += 1
    while ((b[j] ?? Number.POSITIVE_INFINITY) <= value) j += 1
    most = Math.max(most, Math.abs(i / a.length - j / b.length))
  }
  return most
}

/** How far two means are apart, as a factor: 1 for alike, 2 for twice or half. */
export function factor(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
