/**
 * When the demo's clients work. Their shifts, their plans and the hours of the virtual plant are all read from these rows, so that
 * plan and plant agree at any hour of any day.
 */

/** A stretch that the lines of a client work, on the clock of its zone. */
export type WorkedShift = {
  /** null: the client has given its shifts no names. */
  readonly name: string | null
  /** Days on which it begins: Monday is 1, Sunday is 7. */
  readonly weekdays: readonly number[]
  /** `HH:mm`; an end that is not after the start is on the next day. */
  readonly from: string
  readonly to: string
  /** Times at which the lines stand; before the start of the shift they are on the next day. */
  readonly breaks: readonly (readonly [from: string, to: string])[]
  /** Lines that do not work it. */
  readonly closedLines: readonly string[] | 'all'
}

const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const shift = (
  name: string | null,
  weekdays: readonly number[],
  [from, to]: readonly [string, string],
  breaks: WorkedShift['breaks'] = [],
): WorkedShift => ({ name, weekdays, from, to, breaks, closedLines: [] })

/**
 * Three shifts on seven days; one line rests from Saturday 22:00 to Monday 06:00. By day crews relieve one another at the machine, at
 * night nobody does. The breaks lie outside of the hours at which clocks are changed. Each night ends with a quarter of an hour of
 * cleaning, in which the main switches are off.
 */
function roundTheClock(restingLine: string): WorkedShift[] {
  const early = (weekdays: readonly number[]) => shift('Early', weekdays, ['06:00', '14:00'])
  const late = (weekdays: readonly number[]) => shift('Late', weekdays, ['14:00', '22:00'])
  const night = (weekdays: readonly number[]) =>
    shift(
      'Night',
      weekdays,
      ['22:00', '05:45'],
      [
        ['00:30', '00:40'],
        ['03:15', '03:40'],
      ],
    )
  const resting = [night([6]), early([7]), late([7]), night([7])]
  return [
    ...[early(days(1, 6)), late(days(1, 6)), night(days(1, 5))],
    ...resting.map((one) => ({ ...one, closedLines: [restingLine] })),
  ]
}

/** By the number of the client. */
export const demoWeeks = {
  1: roundTheClock('Line 4'),
  2: [
    shift('Early', days(1, 6), ['06:00', '14:00']),
    shift('Late', days(1, 5), ['14:00', '22:00']),
    { ...shift('Night', days(1, 5), ['22:00', '06:00']), closedLines: 'all' },
    { ...shift('Weekend', [6], ['14:00', '06:00']), closedLines: 'all' },
    { ...shift('Weekend', [7], ['06:00', '06:00']), closedLines: 'all' },
  ],
  3: [
    shift('Early', days(1, 5), ['07:00', '15:00']),
    shift('Late', days(1, 5), ['15:00', '23:00']),
    // The watch is there, and nothing is packed.
    { ...shift('Night watch', days(1, 5), ['23:00', '07:00']), closedLines: 'all' },
    shift('Weekend', days(6, 7), ['07:00', '19:00']),
  ],
  4: [
    shift(null, days(1, 5), ['08:00', '17:00'], [['12:30', '13:00']]),
    shift(null, [6], ['08:00', '13:00']),
  ],
} as const satisfies Record<number, readonly WorkedShift[]>

/** What a line works on a day of the week, in the order of time. */
export function shiftsOfLine(
  week: readonly WorkedShift[],
  lineName: string,
  weekday: number,
): WorkedShift[] {
  return week
    .filter(
      ({ weekdays, closedLines }) =>
        weekdays.includes(weekday) && closedLines !== 'all' && !closedLines.includes(lineName),
    )
    .toSorted((a, b) => byText(a.from, b.from))
}

/** Where the shifts of a client begin, with their names, from Monday on; empty where it has named none. */
export function shiftStarts(
  week: readonly WorkedShift[],
): { weekday: number; start: string; name: string }[] {
  return week
    .flatMap(({ name, weekdays, from }) =>
      name === null ? [] : weekdays.map((weekday) => ({ weekday, start: from, name })),
    )
    .sort((a, b) => a.weekday - b.weekday || byText(a.start, b.start))
}

/** An entry of the plan of a line, as the contract of plans has it. */
export type PlannedTime = {
  readonly weekday: number
  readonly from: string
  readonly to: string
  readonly kind: 'production' | 'break'
}

/** The plan of a line: production from the start of its first shift until a time at which nobody works, and the breaks in it. */
export function plannedTimes(week: readonly WorkedShift[], lineName: string): PlannedTime[] {
  return days(1, 7).flatMap((weekday) => {
    const worked = shiftsOfLine(week, lineName, weekday)
    const production: PlannedTime[] = []
    for (const { from, to } of worked) {
      const last = production.at(-1)
      if (last?.to === from) production[production.length - 1] = { ...last, to }
      else production.push({ weekday, from, to, kind: 'production' })
    }
    const breaks = worked.flatMap((one) =>
      one.breaks.map(([from, to]): PlannedTime => {
        const isNextDay = from < one.from
        return { weekday: isNextDay ? (weekday % 7) + 1 : weekday, from, to, kind: 'break' }
      }),
    )
    return [...production, ...breaks]
  })
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
