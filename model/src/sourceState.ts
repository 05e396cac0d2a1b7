import { clockToleranceMs } from './records.ts'

/** What is to be said of a machine as a source of records, the most urgent first. */
export const sourceStates = ['never', 'silent', 'clockOff', 'quarantined', 'fine'] as const
export type SourceState = (typeof sourceStates)[number]

/**
 * From here on a clock behind ours is wrong: a record that took longer on its way was held back. Ahead the limit is that of the
 * records, whose time is replaced beyond it (D9).
 */
const behindLimitMs = 60_000

/** Whether a clock with this median is wrong, and to which side. */
export function clockOff(skewMs: number | null): 'ahead' | 'behind' | undefined {
  if (skewMs === null) return undefined
  if (skewMs < -clockToleranceMs) return 'ahead'
  return skewMs > behindLimitMs ? 'behind' : undefined
}

/** Of a machine with several troubles the one that is to be mended first: a silent machine says nothing about its clock. */
export function sourceState({
  hasSpoken,
  isOffline,
  clockSkewMs,
  quarantined,
}: {
  /** A sample of it was stored at some time. */
  readonly hasSpoken: boolean
  /** Its card is OFFLINE: its hold limit is over, or its session ended (D11). */
  readonly isOffline: boolean
  /** Median of receipt − source; positive: behind. */
  readonly clockSkewMs: number | null
  /** Records of the last 24 hours that were not accepted. */
  readonly quarantined: number
}): SourceState {
  if (!hasSpoken) return 'never'
  if (isOffline) return 'silent'
  if (clockOff(clockSkewMs) !== undefined) return 'clockOff'
  return quarantined > 0 ? 'quarantined' : 'fine'
}
