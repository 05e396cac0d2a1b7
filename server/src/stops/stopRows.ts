import type { Proposal } from '@packboard/model'
import type { MachineStop } from '@packboard/telemetry/read'
import { byText, secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { waitsForReason } from '../stopBook/bookFigures.ts'
import type { BookStop, TimedPart } from '../stopBook/bookStops.ts'

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
  /** No micro-stop, and a part has no reason. */
  readonly waits: boolean
  readonly parts: readonly TimedPart[]
  readonly proposal: Proposal | null
}

/** Stops with what they cost; where one had several products, tools or operators, the one with which it lasted longest. */
export function stopLines(found: readonly BookStop[], targetOf: TargetOf): StopLine[] {
  return found.map((stop): StopLine => {
    const { machineId, from: start, to: end, causeGroup: group, cause, times } = stop
    const longest = (field: 'product' | 'tool' | 'user') =>
      longestFirst(times, (time) => time[field], byText)[0]?.value ?? ''
    return {
      ...{ machineId, start, end, group, cause },
      seconds: secondsOf(times),
      states: longestFirst(
        times,
        ({ state }) => state,
        (a, b) => a - b,
      ).map(({ value: code, seconds }) => ({ code, seconds })),
      product: longest('product'),
      tool: longest('tool'),
      user: longest('user'),
      lostPacks: lostPacks(
        times.map((time) => ({ ...time, machineId })),
        targetOf,
      ),
      coverage: (100 * stop.observedMs) / (end.getTime() - start.getTime()),
      beganBefore: stop.beganBefore,
      open: stop.open,
      counted: times.some((time) => time.stops > 0),
      goesOn: stop.goesOn,
      micro: stop.micro,
      waits: waitsForReason(stop),
      parts: stop.parts,
      proposal: stop.proposal,
    }
  })
}

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

/** The lines that a list shows of those that were found. */
export function chosenLines(
  lines: readonly StopLine[],
  {
    withoutReason,
    micro,
  }: { readonly withoutReason: 'true' | 'false'; readonly micro: 'true' | 'false' },
): StopLine[] {
  return lines.filter(
    (line) => (withoutReason === 'false' || line.waits) && (micro === 'true' || !line.micro),
  )
}
