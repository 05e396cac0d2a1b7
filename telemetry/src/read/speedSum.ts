import { scaled } from '../clickhouse/decimals.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'

/** The speed over some time: its mean is `sum / ms`. `sum`: millionths of a pack per minute, times ms; the slowest and fastest in packs per minute. */
export type SpeedSum = { ms: number; sum: bigint; min: number; max: number }

/** What a statement over the rows of `rowSteps` selects of them, those with a known speed alone (`speed_ms > 0`). */
export const chosenSpeed = `
    toInt64(sum(speed_ms)) AS ms,
    toString(sum(speed_sum)) AS speedSum,
    min(speed_min) AS low,
    max(speed_max) AS high` as const

export const speedColumns = {
  ms: 'Int64',
  speedSum: 'String',
  low: 'Nullable(Float64)',
  high: 'Nullable(Float64)',
} as const

/** What a row of these columns says; null: no speed. */
export function speedOfRow(row: {
  readonly ms: bigint
  readonly speedSum: string
  readonly low: number | null
  readonly high: number | null
}): SpeedSum | null {
  const { ms, speedSum, low, high } = row
  if (low === null || high === null) return null
  return { ms: Number(ms), sum: scaled(speedSum, 6), min: low, max: high }
}

/** A time at one speed, in millionths of a pack per minute. */
export function speedOfTime(speed: number, ms: number): SpeedSum {
  const ppm = speed / 1e6
  return { ms, sum: speedTime(speed, ms), min: ppm, max: ppm }
}

export function addSpeed<Key>(sums: Map<Key, SpeedSum>, key: Key, more: SpeedSum): void {
  const sum = sums.get(key)
  if (sum === undefined) {
    sums.set(key, { ms: more.ms, sum: more.sum, min: more.min, max: more.max })
    return
  }
  sum.ms += more.ms
  sum.sum += more.sum
  sum.min = Math.min(sum.min, more.min)
  sum.max = Math.max(sum.max, more.max)
}

/** Packs per minute over the time in which the speed was known. */
export const shownSpeed = ({ ms, sum, min, max }: SpeedSum) => ({
  mean: Number(sum) / 1e6 / ms,
  min,
  max,
})
