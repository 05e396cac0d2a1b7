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
}

/** No time at all: where adding begins. */
export const noTime: TimeModel = {
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

/** Seconds in which the machine was meant to produce: offline and unknown are not judged (D20). */
export function plannedSeconds({ run, idle, alarm, ancillary }: TimeModel): number {
  return [idle, alarm, ancillary].reduce(addSeconds, run)
}

/** Seconds that are covered by a valid sample of the machine (D23). */
export function observedSeconds(time: TimeModel): number {
  return addSeconds(plannedSeconds(time), time.unknown)
}
