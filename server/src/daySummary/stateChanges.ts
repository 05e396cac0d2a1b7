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
