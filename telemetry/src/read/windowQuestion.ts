import type { Period } from '@packboard/model'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { ContextFilter } from './contextFilter.ts'

/** What a question about a window is about. */
export type WindowOfMachines = {
  readonly machineIds: readonly number[]
  readonly period: Period
  /**
   * Does not wait until late records from more than two hours before this instant, and before the window, are in the ledger: a live
   * page shows what there is while months pour in, and learns of the change by `revision`.
   */
  readonly leavesOutBefore?: Date
  /** As it was when only what had been received until then was known: all is folded from raw, for up to 31 days of few machines. */
  readonly receivedUntil?: Date
}

/** The parameters of every query of production analytics: machines, a window of time, a context. */
export type WindowQuestion = Pick<WindowOfMachines, 'machineIds' | 'period'> & {
  readonly filter: ContextFilter
}

/** A window step by step: `steps` are the beginnings, whole minutes in ascending order; `ends` is where the last one ends. */
export type StepsQuestion = WindowQuestion & {
  readonly steps: readonly number[]
  readonly ends: number
}

/** The parts of a question by steps; time outside of them is left out. */
export function insideSteps<Question extends StepsQuestion>(question: Question) {
  const { period, steps, ends } = question
  if (steps.some((start) => start % minuteMs !== 0)) {
    throw new RangeError('A step begins at a whole minute')
  }
  const from = new Date(Math.max(period.from.getTime(), steps[0] ?? 0))
  const to = new Date(Math.min(period.to.getTime(), ends))
  return { ...question, period: { from, to }, starts: steps }
}
