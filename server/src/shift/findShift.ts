import { type Management, shiftsOfClient } from '@packboard/management'
import {
  AppError,
  type ClientScope,
  earlierWindow,
  type Period,
  periodFilter,
  refusedField,
  type Shift,
  type ShiftPlan,
  sameShiftsBefore,
  shiftOrDayAt,
  shiftPageLimits,
} from '@packboard/model'
import { windowOf } from '../figures/filterWire.ts'

/** A shift of a client, with what its page needs to know of the clock. */
export type FoundShift = Shift & {
  readonly zone: string
  readonly isRunning: boolean
  /** Of all figures: now, or the end of a shift that is over. */
  readonly at: Date
  readonly previous: Date
  /** null: this one runs. */
  readonly next: Date | null
  /** The same shift a week before, as much of it as has passed of this one; null where it cannot be read. */
  readonly weekBefore: Period | null
  /** The same shifts of the days before, oldest first. */
  readonly sameBefore: () => Period[]
}

const minuteMs = 60_000

/**
 * The shift that holds an instant, or the one that runs; a client without shifts has days from 00:00 as shifts. 400 names `start` where no
 * shift was: in the future, or before any machine sent records.
 */
export async function findShift(
  { management, now }: { readonly management: Management; readonly now: number },
  scope: ClientScope,
  start?: string,
): Promise<FoundShift> {
  const plan = await shiftsOfClient(management, scope)
  if (!plan) throw new AppError('client.notFound')
  const present = new Date(Math.floor(now))
  const wanted = start === undefined ? present : new Date(start)
  if (wanted > present) throw refusedField('start', 'This shift has not begun yet.')
  const shift = shiftOrDayAt(plan.starts, plan.zone, wanted)
  const { period } = shift
  const problem = windowOf(periodFilter(period, plan.zone), now)
  if ('sentence' in problem) throw refusedField('start', problem.sentence)
  const isRunning = period.to > present
  const at = isRunning ? present : period.to
  const neighbour = (instant: Date) => shiftOrDayAt(plan.starts, plan.zone, instant).period.from
  return {
    ...shift,
    ...{ zone: plan.zone, isRunning, at },
    previous: neighbour(new Date(period.from.getTime() - 1)),
    next: isRunning ? null : neighbour(period.to),
    weekBefore: weekBefore(plan, { period, at }),
    sameBefore: () =>
      sameShiftsBefore(plan.starts, plan.zone, shift, shiftPageLimits.daysBefore).map(
        (one) => one.period,
      ),
  }
}

function weekBefore(
  plan: ShiftPlan,
  { period, at }: { readonly period: Period; readonly at: Date },
): Period | null {
  const earlier = earlierWindow(periodFilter(period, plan.zone), 'week', {
    plan,
    until: at < period.to ? at : null,
  })
  if (earlier === null) return null
  const found = windowOf(earlier.window, (earlier.until ?? period.from).getTime())
  return 'sentence' in found || found.from >= found.to ? null : found
}

/** Pieces in one answer: their number × machines. */
const mostPieces = 60_000

/** Lengths of a piece in minutes: hours are made of whole pieces. */
const pieceMinutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const

/**
 * Where the pieces of a shift begin, and their length in seconds: at most 60, fewer for a client of more than 1,000 machines. A piece is a part
 * of an hour without rest, or whole hours.
 */
export function stepsOf(
  { from, to }: Period,
  machines: number,
): { readonly starts: readonly number[]; readonly seconds: number } {
  const most = Math.max(
    1,
    Math.min(shiftPageLimits.steps, Math.floor(mostPieces / Math.max(1, machines))),
  )
  const length = to.getTime() - from.getTime()
  const least = length / most / minuteMs
  const minutes = pieceMinutes.find((one) => one >= least) ?? Math.ceil(least / 60) * 60
  const stepMs = minutes * minuteMs
  const starts: number[] = []
  for (let start = from.getTime(); start < to.getTime(); start += stepMs) starts.push(start)
  return { starts, seconds: stepMs / 1_000 }
}
