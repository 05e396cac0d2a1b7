import {
  isStandingTime,
  machineState,
  ofTakenKinds,
  type TakenKind,
  type TimeModel,
  type TimeUnder,
} from '@packboard/model'
import type { OeeTotal, PlannedTotal, SpanMark, TotalBy } from '@packboard/telemetry/read'
import type { UnplannedMs } from '../exclusions/planBook.ts'
import { type FigureBasis, offlineMsOf, offlineUnder } from './readBasis.ts'

type TimeTotal = PlannedTotal<TotalBy<'category' | 'state'>>

/** Time by its kind, ms; `external` and its part that ran are no kinds of their own. */
type TimeMs = Omit<OeeTotal, 'machineId' | 'product' | 'packs' | 'packsAfterGap' | 'rejectsInTime'>

/** Observed time that is added up: all of it, and what is under each kind that takes time out. */
export class TimeSums {
  readonly #all = noMs()
  readonly #under = new Map<TakenKind, OpenTime>()
  /** Ms without a known state, by what the plan alone says. */
  readonly #unknown = new Map<TakenKind, number>()
  readonly #observed = { break: 0, closed: 0 }
  #observedMs = 0
  #isMarked = false

  /** `isMarked`: something says more of it than that it was meant for production. */
  add(time: TimeMs, { under, plan }: SpanMark, isMarked: boolean): void {
    addMs(this.#all, time)
    const ms = time.run + time.idle + time.alarm + time.ancillary + time.unknown
    this.#observedMs += ms
    if (isMarked) this.#isMarked = true
    if (under !== undefined) {
      const sums = this.#under.get(under) ?? noMs()
      this.#under.set(under, sums)
      addMs(sums, time)
    }
    if (plan === undefined) return
    this.#observed[plan] += ms
    this.#unknown.set(plan, (this.#unknown.get(plan) ?? 0) + time.unknown)
  }

  /** The time of a window that is so long, ms, of which plans take out so much: what was not observed of both was offline (D12, D72). */
  inWindow(windowMs: number, out?: UnplannedMs): TimeModel {
    return this.model(
      windowMs - this.#observedMs,
      out && {
        break: out.break - this.#observed.break,
        closed: out.closed - this.#observed.closed,
      },
    )
  }

  /**
   * How observed time is divided (D13), in seconds. Offline has no context and is a parameter: the length of the window
   * minus what was observed (D12); with a plan also that in its breaks and its closed time (D72). What was seen to stand is under
   * whatever took it out; offline and unknown time is under what the plan alone says (D73).
   */
  model(offlineMs: number, under?: UnplannedMs): TimeModel {
    const all = this.#all
    const whole = { ...seconds(all), external: all.external / 1000, offline: offlineMs / 1000 }
    if (under === undefined && !this.#isMarked) return whole
    const part = (kind: TakenKind): TimeUnder => {
      const own = this.#under.get(kind) ?? noMs()
      const isPlan = kind === 'break' || kind === 'closed'
      return {
        ...seconds(own),
        // Running is planned time whatever the plan says, and so is the external part of it.
        external: (own.external - own.externalRun) / 1000,
        unknown: (this.#unknown.get(kind) ?? 0) / 1000,
        offline: isPlan ? (under?.[kind] ?? 0) / 1000 : 0,
      }
    }
    return { ...whole, unplanned: ofTakenKinds(part) }
  }
}

type OpenTime = { -readonly [Kind in keyof TimeMs]: TimeMs[Kind] }

const noMs = (): OpenTime => ({
  ...{ run: 0, idle: 0, alarm: 0, ancillary: 0, unknown: 0, external: 0, externalRun: 0 },
})

function addMs(sums: OpenTime, time: TimeMs): void {
  sums.run += time.run
  sums.idle += time.idle
  sums.alarm += time.alarm
  sums.ancillary += time.ancillary
  sums.unknown += time.unknown
  sums.external += time.external
  sums.externalRun += time.externalRun
}

const seconds = ({ run, idle, alarm, ancillary, unknown }: TimeMs) => ({
  run: run / 1000,
  idle: idle / 1000,
  alarm: alarm / 1000,
  ancillary: ancillary / 1000,
  unknown: unknown / 1000,
})

/** The time of contexts (`TimeSums.model`). */
export function timeOf(
  contexts: readonly TimeTotal[],
  offlineMs = 0,
  under?: UnplannedMs,
): TimeModel {
  const sums = new TimeSums()
  for (const context of contexts) sums.add(timeMs(context), context, isMarked(context))
  return sums.model(offlineMs, under)
}

function timeMs({ category, state, ms }: TimeTotal): TimeMs {
  const time = noMs()
  if (category === 'offline') return time
  time[category] = ms
  if (category === 'unknown' || !machineState(state).external) return time
  time.external = ms
  if (category === 'run') time.externalRun = ms
  return time
}

/** The plan has something there, or something else takes out what did not run, or would have. */
const isMarked = ({ category, under, plan, label }: TimeTotal) =>
  plan !== undefined || (isStandingTime(category) && (under !== undefined || label !== undefined))

/** The time of a basis: under its filter, offline of the whole window. */
export function timeOfBasis(basis: FigureBasis<TotalBy<'category' | 'state'>>): TimeModel {
  return timeOf(basis.contexts, offlineMsOf(basis), offlineUnder(basis))
}
