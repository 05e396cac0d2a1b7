import type { Interval } from '@packboard/telemetry/read'

const minuteMs = 60_000

/**
 * Of each minute the state that lasted longest in it, by the minute's beginning in ms; of two with the same duration
 * the earlier one.
 */
export function longestStates(
  rows: readonly Pick<Interval, 'from' | 'to' | 'state'>[],
): Map<number, number> {
  const times = new Map<number, Map<number, number>>()
  for (const { from, to, state } of rows) {
    for (let at = from.getTime(); at < to.getTime(); ) {
      const minute = Math.floor(at / minuteMs) * minuteMs
      const until = Math.min(minute + minuteMs, to.getTime())
      const states = times.get(minute) ?? new Map<number, number>()
      states.set(state, (states.get(state) ?? 0) + until - at)
      times.set(minute, states)
      at = until
    }
  }
  return new Map([...times].map(([minute, states]) => [minute, longestOf(states)]))
}

function longestOf(states: ReadonlyMap<number, number>): number {
  let longest = { state: -1, ms: 0 }
  for (const [state, ms] of states) if (ms > longest.ms) longest = { state, ms }
  return longest.state
}
