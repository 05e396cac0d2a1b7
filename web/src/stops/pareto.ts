import type { StopCause } from '@packboard/contract'

/** What the causes of stops can be ordered by. */
export type ParetoMeasure = 'seconds' | 'count' | 'lostPacks'

export type ParetoRow = StopCause & {
  /** Percent of the whole; null where the whole is not known or nothing. */
  readonly share: number | null
  /** Percent of this and all causes before it. */
  readonly cumulative: number | null
  /** 0 to 1 of the largest. */
  readonly bar: number
}

/**
 * Causes by what they cost, the largest first, with the share that the largest ones make up together. Lost packs without
 * a target speed are unknown and stand last; then there is no whole and no share either.
 */
export function pareto(causes: readonly StopCause[], by: ParetoMeasure): ParetoRow[] {
  const sorted = causes.toSorted(
    (a, b) =>
      (b[by] ?? -1) - (a[by] ?? -1) ||
      b.seconds - a.seconds ||
      b.count - a.count ||
      order(a.group, b.group) ||
      order(a.cause, b.cause),
  )
  const known = sorted.every((cause) => cause[by] !== null)
  const whole = known ? sorted.reduce((sum, cause) => sum + (cause[by] ?? 0), 0) : 0
  const largest = sorted[0]?.[by] ?? 0
  let sum = 0
  return sorted.map((cause) => {
    const amount = cause[by] ?? 0
    sum += amount
    return {
      ...cause,
      share: whole > 0 ? (100 * amount) / whole : null,
      cumulative: whole > 0 ? (100 * sum) / whole : null,
      bar: largest > 0 ? amount / largest : 0,
    }
  })
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
