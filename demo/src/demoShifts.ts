import type { ShiftStart } from '@packboard/model'

const days = (first: number, last: number, starts: readonly (readonly [string, string])[]) =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    starts.map(([start, name]): ShiftStart => ({ weekday: first + index, start, name })),
  ).flat()

const roundTheClock = days(1, 7, [
  ['06:00', 'Early'],
  ['14:00', 'Late'],
  ['22:00', 'Night'],
])

/** The shifts of the demo's clients by number, as their crews work them; the others have not set any. */
export const demoShifts: ReadonlyMap<number, readonly ShiftStart[]> = new Map([
  [1, roundTheClock],
  [2, roundTheClock],
  [
    3,
    [
      ...days(1, 5, [
        ['07:00', 'Early'],
        ['15:00', 'Late'],
        ['23:00', 'Night watch'],
      ]),
      ...days(6, 7, [['07:00', 'Weekend']]),
    ],
  ],
])
