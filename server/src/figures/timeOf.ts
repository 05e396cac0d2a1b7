import {
  isStandingTime,
  machineState,
  ofTakenKinds,
  type TakenKind,
  type TimeModel,
  type TimeUnder,
} from '@packboard/model'
import type { ContextTotal, PlannedTotal, TotalBy } from '@packboard/telemetry/read'
import type { UnplannedMs } from '../exclusions/planBook.ts'
import { secondsOf } from './contextSums.ts'
import { type FigureBasis, offlineMsOf, offlineUnder } from './readBasis.ts'

type TimeTotal = PlannedTotal<TotalBy<'category' | 'state'>>

/**
 * How observed time is divided (D13), in seconds. Offline has no context and is a parameter: the length of the window
 * minus what was observed (D12); with a plan also that in its breaks and its closed time (D72). What was seen to stand is under
 * whatever took it out; offline and unknown time is under what the plan alone says (D73).
 */
export function timeOf(
  contexts: readonly TimeTotal[],
  offlineMs = 0,
  under?: UnplannedMs,
): TimeModel {
  const whole = dividedTime(contexts, offlineMs)
  if (under === undefined && !contexts.some(isMarked)) return whole
  const part = (kind: TakenKind): TimeUnder => {
    const own = contexts.filter((context) => context.under === kind)
    const scheduled = contexts.filter((context) => context.plan === kind)
    // Running is planned time whatever the plan says, and so is the external part of it.
    const { external } = dividedTime(
      own.filter(({ category }) => category !== 'run'),
      0,
    )
    const { unknown } = dividedTime(scheduled, 0)
    const isPlan = kind === 'break' || kind === 'closed'
    const offline = isPlan ? (under?.[kind] ?? 0) / 1000 : 0
    return { ...dividedTime(own, 0), external, unknown, offline }
  }
  return { ...whole, unplanned: ofTakenKinds(part) }
}

/** The plan has something there, or something else takes out what did not run, or would have. */
const isMarked = ({ category, under, plan, label }: TimeTotal) =>
  plan !== undefined || (isStandingTime(category) && (under !== undefined || label !== undefined))

/** The time of a basis: under its filter, offline of the whole window. */
export function timeOfBasis(basis: FigureBasis<TotalBy<'category' | 'state'>>): TimeModel {
  return timeOf(basis.contexts, offlineMsOf(basis), offlineUnder(basis))
}

function dividedTime(contexts: readonly TimeTotal[], offlineMs: number): TimeUnder {
  const of = (category: ContextTotal['category']) =>
    secondsOf(contexts.filter((context) => context.category === category))
  const external = contexts.filter(
    ({ category, state }) =>
      category !== 'unknown' && category !== 'offline' && machineState(state).external,
  )
  return {
    run: of('run'),
    idle: of('idle'),
    alarm: of('alarm'),
    ancillary: of('ancillary'),
    unknown: of('unknown'),
    offline: offlineMs / 1000,
    external: secondsOf(external),
  }
}
