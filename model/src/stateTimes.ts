/**
 * How long a machine was in each state since its counters were cleared, in ms by state code: `2:33000 6:1234500`, lowest code first. One
 * text, because it is held, compared and stored with every sample, and taken apart only after a gap (decision 48).
 */
export type StateTimes = string

/** One machine reports at most so many states. */
export const stateTimesLimit = 64

export function stateTimesOf(times: Iterable<readonly [state: number, ms: number]>): StateTimes {
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([state, ms]) => `${state}:${ms}`)
    .join(' ')
}

export function readStateTimes(times: StateTimes): [state: number, ms: number][] {
  if (times === '') return []
  return times.split(' ').map((one) => {
    const colon = one.indexOf(':')
    return [Number(one.slice(0, colon)), Number(one.slice(colon + 1))]
  })
}
