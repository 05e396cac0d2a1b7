import type { StopCause } from '@packboard/contract'

/** What the causes of stops can be ordered by. */
export type ParetoMeasure = 'seconds' | 'count' | 'lostPacks'

export type ParetoRow = StopCause & {
  /** A planned stop: it is in no share and stands after all others. */
  readonly isPlanned: boolean
  /** Percent of the whole; null where the whole is not known or nothing. */
  readonly share: number | null
  /** Percent of this and all causes before it. */
  readonly cumulative: number | null
  /** 0 to 1 of the largest. */
  readonly bar: number
}

const isPlanned = ({ kind }: StopCause) => kind === 'planned' || kind === 'plan'

/**
 * Causes by what they cost, the largest first, with the share that the largest ones make up together. Lost packs without
 * a target speed are unknown and stand last; then there is no whole and no share either. Planned stops are no part of the whole.
 */
export function pareto(causes: readonly StopCause[], by: ParetoMeasure): ParetoRow[] {
  const sorted = causes.toSorted(
    (a, b) =>
      Number(isPlanned(a)) - Number(isPlanned(b)) ||
      (b[by] ?? -1) - (a[by] ?? -1) ||
      b.seconds - a.seconds ||
      b.count - a.count ||
      order(a.group, b.group) ||
      order(a.cause, b.cause),
  )
  const counted = sorted.filter((cause) => !isPlanned(cause))
  const known = counted.every((cause) => cause[by] !== null)
  const whole = known ? counted.reduce((sum, cause) => sum + (cause[by] ?? 0), 0) : 0
  const largest = counted[0]?.[by] ?? 0
  let sum = 0
  return sorted.map((cause) => {
    if (isPlanned(cause)) {
      return { ...cause, isPlanned: true, share: null, cumulative: null, bar: 0 }
    }
    const amount = cause[by] ?? 0
    sum += amount
    return {
      ...cause,
      isPlanned: false,
      share: whole > 0 ? (100 * amount) / whole : null,
      cumulative: whole > 0 ? (100 * sum) / whole : null,
      bar: largest > 0 ? amount / largest : 0,
    }
  })
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
