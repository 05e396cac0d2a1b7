import { type ContextFilter, type Interval, matches } from '@packboard/telemetry/read'

/** A machine entered another state, or came back from a gap. */
export type StateChange = { readonly at: Date; readonly state: number }

/**
 * The changes of state of one machine from `begins` on, in the context of the filter. It needs all intervals of the
 * machine, from a moment before `begins` on: whether a state was entered depends on the interval before, independent of
 * the filter. Intervals of length zero are ignored.
 */
export function stateChanges(
  rows: readonly Interval[],
  filter: ContextFilter,
  begins: Date,
): StateChange[] {
  const changes: StateChange[] = []
  let before: Interval | undefined
  for (const row of rows) {
    if (row.ms === 0) continue
    const continues =
      before !== undefined &&
      before.state === row.state &&
      before.to.getTime() === row.from.getTime()
    if (!continues && row.from >= begins && matches(filter, row)) {
      changes.push({ at: row.from, state: row.state })
    }
    before = row
  }
  return changes
}

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
