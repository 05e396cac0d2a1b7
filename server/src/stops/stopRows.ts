import type { MachineStop } from '@packboard/telemetry/read'
import { byText, secondsOf } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'

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
}

/** Stops with what they cost; where one had several products, tools or operators, the one with which it lasted longest. */
export function stopLines(found: readonly MachineStop[], targetOf: TargetOf): StopLine[] {
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
