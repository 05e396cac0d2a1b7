/** Billionths: the finest that packs are counted in, and a thousand thousand times finer than time. */
const scale = 1_000_000_000

/**
 * The sum of amounts that are whole milliseconds or billionths of packs. Added as integers, so that a sum of many rows is
 * the figure to the last digit and not nearly so.
 */
export function addAmounts(amounts: readonly number[]): number {
  let whole = 0n
  for (const amount of amounts) {
    const units = Math.trunc(amount)
    whole += BigInt(units) * BigInt(scale) + BigInt(Math.round((amount - units) * scale))
  }
  const sign = whole < 0n ? -1 : 1
  const size = whole < 0n ? -whole : whole
  return sign * Number(`${size / BigInt(scale)}.${String(size % BigInt(scale)).padStart(9, '0')}`)
}
