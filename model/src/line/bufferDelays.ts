import { type Attribution, attributeStops, type LineQuestion } from './attributeStops.ts'
import { type Flow, flowLimits } from './flow.ts'
import type { LineStop, MachinePiece } from './stationTimes.ts'

/** The measured buffer before a station, of both its directions. */
export type MeasuredBuffer = {
  /** Its place in the flow, from 0. */
  readonly station: number
  /** Stops of direct neighbours that were measured. */
  readonly delays: number
  /** The 95th percentile of the delays, in whole seconds; null: there are fewer than 20 (D101). */
  readonly seconds: number | null
  /** The delays by equal steps of whole seconds, at most 12; none where `seconds` is null. */
  readonly steps: readonly DelayStep[]
}

/** How many delays lasted from so many seconds on, and less than so many. */
export type DelayStep = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly count: number
}

/**
 * How long stations ran on after a direct neighbour stopped (D101), without standing meanwhile. Stops are attributed as if each buffer could last an hour, since a
 * delay can be longer than the buffer that is set.
 */
export function measuredBuffers(
  question: Omit<LineQuestion, 'flow' | 'named'>,
  flow: Flow<number>,
): MeasuredBuffer[] {
  const widest = flow.map((station) => ({ ...station, bufferSeconds: flowLimits.bufferSeconds }))
  const steps = [{ from: Number.NEGATIVE_INFINITY, value: widest }]
  const { attributions, piecesOf } = attributeStops({ ...question, flow: steps, named: [] })
  const stationOf = new Map(
    flow.flatMap(({ machines }, index) => machines.map((id) => [id, index] as const)),
  )
  const delays: number[][] = flow.map(() => [])
  for (const [stop, attribution] of attributions) {
    const delay = directDelay(stop, attribution)
    if (delay === null || stoodSince(piecesOf(stop.machineId), stop.from, delay.since)) continue
    const [own, root] = [stationOf.get(stop.machineId), stationOf.get(delay.rootMachineId)]
    if (own === undefined || root === undefined || Math.abs(own - root) !== 1) continue
    delays[Math.max(own, root)]?.push(delay.ms)
  }
  return delays.map((list, station) => ({
    ...{ station, delays: list.length },
    seconds: list.length < flowLimits.leastDelays ? null : percentile(list),
    steps: list.length < flowLimits.leastDelays ? [] : delaySteps(list),
  }))
}

/** Of a stop whose root is its neighbour, and stood when it began. */
function directDelay(stop: LineStop, attribution: Attribution) {
  if (attribution.kind !== 'inherited') return null
  const { rootStop, rootMachineId, neighbourId } = attribution
  if (rootStop === null || rootMachineId === null || rootMachineId !== neighbourId) return null
  if (rootStop.to <= stop.from) return null
  const { from: since } = rootStop
  return { rootMachineId, since, ms: Math.max(0, stop.from - since) }
}

/** While a machine and its neighbour both stand, the buffer between them neither fills nor empties: such a delay says nothing of it. */
function stoodSince(pieces: readonly MachinePiece[], at: number, since: number): boolean {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.from ?? at) < at) low = middle + 1
    else high = middle
  }
  return (pieces[low - 1]?.to ?? since) > since
}

/** So many bars are distinct beside a field. */
const mostSteps = 12

/** Delays in ms, counted by equal steps from the shortest to the longest one. */
export function delaySteps(delays: readonly number[]): DelayStep[] {
  const seconds = delays.map((ms) => Math.floor(ms / 1_000))
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  const width = Math.max(1, Math.ceil((most - least + 1) / mostSteps))
  const steps = Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, index) => ({
    ...{ fromSeconds: least + index * width, toSeconds: least + (index + 1) * width, count: 0 },
  }))
  for (const each of seconds) {
    const step = steps[Math.floor((each - least) / width)]
    if (step) step.count += 1
  }
  return steps
}

/** By the nearest rank, in seconds, rounded up. */
function percentile(delays: readonly number[]): number {
  const sorted = delays.toSorted((a, b) => a - b)
  const ms = sorted[Math.ceil(flowLimits.delayShare * sorted.length) - 1] ?? 0
  return Math.min(flowLimits.bufferSeconds, Math.ceil(ms / 1_000))
}
