/** A sample of a session: when it came, and the time that it carried; null: none. */
export type SessionSample = { readonly receivedAt: number; readonly time: number | null }

/**
 * Where the empty sample stands that is written for a machine whose session lives and says nothing, from the words of the rule: at
 * receipt − what the clock of the session is behind, if that is more than 5 s, as the least of its last 20 samples with a time; at the
 * receipt where no sample has a time, or its clock is not behind; null, which is none, before the first sample.
 */
export function referenceAlive(
  samples: readonly SessionSample[],
  receivedAt: number,
): number | null {
  if (samples.length === 0) return null
  const timed = samples.filter(({ time }) => time !== null).slice(-20)
  if (timed.length === 0) return receivedAt
  const differences = timed.map((one) => one.receivedAt - (one.time ?? one.receivedAt))
  const least = differences.sort((a, b) => a - b)[0] ?? 0
  return least > 5_000 ? receivedAt - least : receivedAt
}
