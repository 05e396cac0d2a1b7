/**
 * How much a cumulative counter counted between two readings (D14). Counters may be fractional, may start again from 0
 * (reset) and may exceed the end of their register (rollover).
 */

/** The highest values of the registers that machines count in: 16 and 32 bits, signed and unsigned. */
export const counterLimits = [32_767n, 65_535n, 2_147_483_647n, 4_294_967_295n] as const

/** One pack in the unit of internal sums. Sums of whole billionths are equal in any order, to the last digit. */
export const nanosPerPack = 1_000_000_000n

/** A counter reading in billionths of a pack, so that differences add up exactly. */
export function nanoPacks(reading: number): bigint {
  const whole = Math.trunc(reading)
  const fraction = reading - whole
  const nanos = BigInt(whole) * nanosPerPack
  return fraction === 0 ? nanos : nanos + BigInt(Math.round(fraction * 1e9))
}

/** A sum of billionths as the packs that a person reads. */
export function packsOf(nanos: bigint): number {
  const whole = nanos / nanosPerPack
  return Number(whole) + Number(nanos - whole * nanosPerPack) / 1e9
}

/** What was counted from one reading to the next, in billionths; `null` before: the first reading ever counts 0. */
export function counterDelta(before: bigint | null, now: bigint): bigint {
  if (before === null) return 0n
  if (now >= before) return now - before
  const limit = rolledOver(before, now)
  if (limit !== null) return limit - before + now + nanosPerPack
  return now > 0n ? now : 0n
}

/** Whether a counter began anew between two readings; one that ran over did not. */
export function isCounterReset(before: number, now: number): boolean {
  return now < before && rolledOver(nanoPacks(before), nanoPacks(now)) === null
}

/** The register that ran over, when the drop fits one: the old value in its last tenth, the new one in its first. */
function rolledOver(before: bigint, now: bigint): bigint | null {
  for (const limit of counterLimits) {
    const full = limit * nanosPerPack
    if (before <= full && before * 10n > full * 9n && now * 10n < full) return full
  }
  return null
}
