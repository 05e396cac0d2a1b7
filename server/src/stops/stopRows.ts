import type { Proposal } from '@packboard/model'
import type { MachineStop } from '@packboard/telemetry/read'
import { byText, secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { waitsForReason } from './bookFigures.ts'
import type { BookStop, TimedPart } from './bookStops.ts'

/** A stop as a list shows it. */
export type StopLine = {
  readonly machineId: number
  readonly start: Date
  readonly end: Date
  readonly seconds: number
  readonly group: string
  readonly cause: string
  /** Longest first. */
  readonly states: readonly { readonly code: number; readonly seconds: number }[]
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly lostPacks: number | null
  /** Percent. */
  readonly coverage: number
  readonly beganBefore: boolean
  readonly open: boolean
  readonly counted: boolean
  readonly goesOn: boolean
  readonly micro: boolean
  readonly parts: readonly TimedPart[]
  readonly proposal: Proposal | null
}

/** A stop with what it cost; where it had several products, tools or operators, the one with which it lasted longest. */
export function stopLine(stop: BookStop, targetOf: TargetOf): StopLine {
  const { machineId, from: start, to: end, causeGroup: group, cause, times } = stop
  return {
    ...{ machineId, start, end, group, cause },
    seconds: secondsOf(times),
    states: statesOf(times),
    product: longestOf(times, 'product'),
    tool: longestOf(times, 'tool'),
    user: longestOf(times, 'user'),
    lostPacks: lostPacksOf(stop, targetOf),
    coverage: coverageOf(stop),
    beganBefore: stop.beganBefore,
    open: stop.open,
    counted: times.some((time) => time.stops > 0),
    goesOn: stop.goesOn,
    micro: stop.micro,
    parts: stop.parts,
    proposal: stop.proposal(),
  }
}

export const longestOf = (times: MachineStop['times'], field: 'product' | 'tool' | 'user') =>
  longestFirst(times, (time) => time[field], byText)[0]?.value ?? ''

/** The states of a stop, the longest first. */
export const statesOf = (times: MachineStop['times']) =>
  longestFirst(
    times,
    ({ state }) => state,
    (a, b) => a - b,
  ).map(({ value: code, seconds }) => ({ code, seconds }))

export const lostPacksOf = ({ machineId, times }: BookStop, targetOf: TargetOf) =>
  lostPacks(
    times.map((time) => ({ ...time, machineId })),
    targetOf,
  )

/** Percent of a stop that was observed. */
export const coverageOf = ({ observedMs, from, to }: BookStop) =>
  (100 * observedMs) / (to.getTime() - from.getTime())

/** Time by one of its values, longest first; of two alike the smaller value. */
function longestFirst<Value>(
  times: MachineStop['times'],
  of: (time: MachineStop['times'][number]) => Value,
  smaller: (a: Value, b: Value) => number,
): { readonly value: Value; readonly seconds: number }[] {
  return [...Map.groupBy(times, of)]
    .map(([value, own]) => ({ value, seconds: secondsOf(own) }))
    .sort((a, b) => b.seconds - a.seconds || smaller(a.value, b.value))
}

/** The stops that a list shows of those that were found. */
export function chosenStops(
  stops: readonly BookStop[],
  {
    withoutReason,
    micro,
  }: { readonly withoutReason: 'true' | 'false'; readonly micro: 'true' | 'false' },
): BookStop[] {
  return stops.filter(
    (stop) =>
      (withoutReason === 'false' || waitsForReason(stop)) && (micro === 'true' || !stop.micro),
  )
}
