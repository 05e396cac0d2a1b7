import type { Category } from './machineStates.ts'

/**
 * How the seconds of a window are divided, for one machine or for many added up (D12, D13). The six categories
 * partition the window; `external` is a part of them and not a seventh.
 */
export type TimeModel = {
  readonly run: number
  readonly idle: number
  readonly alarm: number
  readonly ancillary: number
  /** In a state that is not in the table. */
  readonly unknown: number
  /** Time without a valid sample of the machine (D11). */
  readonly offline: number
  /** Planned seconds in which the machine was healthy and the line was not (D13). */
  readonly external: number
  /** Planned seconds in other states under a reason whose cause is external, where they count as such (D114); absent: none do. */
  readonly externalReasons?: number
  /** The parts of these seconds that something takes out of planned time (D72); absent: all of it was meant for production. */
  readonly unplanned?: Unplanned
}

/** The kinds of a plan in which a machine that does not run loses nothing. */
export const unplannedKinds = ['break', 'closed'] as const
export type UnplannedKind = (typeof unplannedKinds)[number]

/** What takes time out: the plan, a person's label with a planned reason, a unit mode other than production (D73). */
export const takenKinds = [...unplannedKinds, 'label', 'mode'] as const
export type TakenKind = (typeof takenKinds)[number]

/**
 * Seconds of a window under one kind, divided like the window; `external` without what ran. Offline and unknown seconds are under the
 * kind that the plan alone gives them, so labels and modes have none (D73).
 */
export type TimeUnder = Omit<TimeModel, 'unplanned' | 'externalReasons'>
type Unplanned = Readonly<Partial<Record<TakenKind, TimeUnder>>>

/** No time at all: where adding begins. */
export const noTime: TimeUnder = {
  run: 0,
  idle: 0,
  alarm: 0,
  ancillary: 0,
  unknown: 0,
  offline: 0,
  external: 0,
}

/** All the categories, in the order in which screens list them (D26). */
export const categories: readonly Category[] = [
  'run',
  'idle',
  'alarm',
  'ancillary',
  'unknown',
  'offline',
]

/**
 * Adds seconds that come from whole milliseconds and gives whole milliseconds again, so that a sum of sums is the same
 * number as one single sum.
 */
export function addSeconds(a: number, b: number): number {
  return Math.round((a + b) * 1000) / 1000
}

/** Two neighbouring windows of a machine, or one window of two machines, as one. */
export function addTime(a: TimeModel, b: TimeModel): TimeModel {
  const sum = { ...addUnder(a, b), ...addReasons(a, b) }
  if (a.unplanned === undefined && b.unplanned === undefined) return sum
  return {
    ...sum,
    unplanned: ofTakenKinds((kind) =>
      addUnder(a.unplanned?.[kind] ?? noTime, b.unplanned?.[kind] ?? noTime),
    ),
  }
}

function addReasons(a: TimeModel, b: TimeModel): Pick<TimeModel, 'externalReasons'> {
  if (a.externalReasons === undefined && b.externalReasons === undefined) return {}
  return { externalReasons: addSeconds(a.externalReasons ?? 0, b.externalReasons ?? 0) }
}

/** The same of each kind. */
export const ofTakenKinds = <Of>(of: (kind: TakenKind) => Of): Record<TakenKind, Of> => ({
  break: of('break'),
  closed: of('closed'),
  label: of('label'),
  mode: of('mode'),
})

function addUnder(a: TimeUnder, b: TimeUnder): TimeUnder {
  return {
    run: addSeconds(a.run, b.run),
    idle: addSeconds(a.idle, b.idle),
    alarm: addSeconds(a.alarm, b.alarm),
    ancillary: addSeconds(a.ancillary, b.ancillary),
    unknown: addSeconds(a.unknown, b.unknown),
    offline: addSeconds(a.offline, b.offline),
    external: addSeconds(a.external, b.external),
  }
}

/** Any number of windows or machines as one. */
export function sumTime(parts: readonly TimeModel[]): TimeModel {
  return parts.reduce(addTime, noTime)
}

/** Seconds of the whole window, times the number of machines (D12). */
export function windowSeconds(time: TimeModel): number {
  return categories.reduce((sum, category) => addSeconds(sum, time[category]), 0)
}

/**
 * Seconds in which the machine was meant to produce (D72): offline and unknown are not judged (D20), and what did not run
 * in a break, in closed time, under a planned reason or in another unit mode is no loss. Running there counts as planned.
 */
export function plannedSeconds(time: TimeModel): number {
  const { run, unplanned } = time
  const planned = judged(time).reduce(addSeconds, run)
  if (unplanned === undefined) return planned
  return addSeconds(planned, -takenSeconds(time))
}

const judged = ({ idle, alarm, ancillary }: TimeUnder) => [idle, alarm, ancillary]

/** Idle, alarm and ancillary seconds under one kind: what it takes out of the planned time (D72). */
export function notRunUnder({ unplanned }: TimeModel, kind: TakenKind): number {
  const under = unplanned?.[kind]
  return under === undefined ? 0 : judged(under).reduce(addSeconds, 0)
}

/** The same of all kinds together. */
const takenSeconds = (time: TimeModel) =>
  takenKinds.map((kind) => notRunUnder(time, kind)).reduce(addSeconds, 0)

/** Seconds of closed time in which the machine did not run: neither planned nor a gap of the coverage (D72, D73). */
export function closedSeconds(time: TimeModel): number {
  const { unplanned } = time
  if (unplanned === undefined) return 0
  const { unknown, offline } = unplanned.closed ?? noTime
  return [unknown, offline].reduce(addSeconds, notRunUnder(time, 'closed'))
}

/** Seconds that are neither planned nor closed: what did not run in breaks, under a planned reason or another mode, and what nobody can judge. */
export function notPlannedSeconds(time: TimeModel): number {
  const { unknown, offline, unplanned } = time
  const unjudged = addSeconds(unknown, offline)
  if (unplanned === undefined) return unjudged
  const { closed = noTime } = unplanned
  const outside = addSeconds(unjudged, -addSeconds(closed.unknown, closed.offline))
  return addSeconds(addSeconds(takenSeconds(time), -notRunUnder(time, 'closed')), outside)
}

/** OFFLINE seconds of closed time, shown as "Not scheduled" (D73). */
export function notScheduledSeconds({ unplanned }: TimeModel): number {
  return unplanned?.closed?.offline ?? 0
}

/** Planned seconds whose cause lies outside the machine: in external states (D13, D72), and under such a reason (D114). */
export function plannedExternalSeconds({
  external: states,
  externalReasons = 0,
  unplanned,
}: TimeModel): number {
  const external = addSeconds(states, externalReasons)
  if (unplanned === undefined) return external
  return addSeconds(
    external,
    -takenKinds.map((kind) => unplanned[kind]?.external ?? 0).reduce(addSeconds, 0),
  )
}

/** The seconds that a definition of effectiveness may divide by (D100). */
export const divisors = ['planned', 'plannedWithoutExternal', 'shift', 'calendar'] as const
export type Divisor = (typeof divisors)[number]

/**
 * Seconds that a definition divides by. Shift time is the window without closed time in which nothing ran; calendar time is the window.
 * Both hold OFFLINE and unknown time, which OEEE does not judge (D20).
 */
export function divisorSeconds(time: TimeModel, divisor: Divisor): number {
  switch (divisor) {
    case 'planned':
      return plannedSeconds(time)
    case 'plannedWithoutExternal':
      return addSeconds(plannedSeconds(time), -plannedExternalSeconds(time))
    case 'shift':
      return addSeconds(windowSeconds(time), -closedSeconds(time))
    case 'calendar':
      return windowSeconds(time)
  }
}

/** Seconds that are covered by a valid sample of the machine (D23). */
export function observedSeconds(time: TimeModel): number {
  const { run, unknown } = time
  return addSeconds(judged(time).reduce(addSeconds, run), unknown)
}

/** What coverage is a share of, and its observed part: closed seconds are in neither (D73). */
export function coverageSeconds(time: TimeModel): {
  readonly observed: number
  readonly of: number
} {
  const [observed, of] = [observedSeconds(time), windowSeconds(time)]
  const { unplanned } = time
  if (unplanned === undefined) return { observed, of }
  const closedObserved = addSeconds(notRunUnder(time, 'closed'), unplanned.closed?.unknown ?? 0)
  return {
    observed: addSeconds(observed, -closedObserved),
    of: addSeconds(of, -closedSeconds(time)),
  }
}

/** The same window as if there were no plan, no label and no mode: what a restatement compares with (D75). */
export function withoutTaken({ unplanned: _, externalReasons: __, ...time }: TimeModel): TimeModel {
  return time
}
