import type { KnownMachine, KnownPlant } from './referencePlant.ts'
import { stateCode } from './referenceStates.ts'
import type { Context, Counted, Stop, Stretch } from './referenceTimeline.ts'
import { type RequestedWindow, type Span, windowOf } from './referenceWindow.ts'

/** The filter of a request: a window and the part of it that counts (D16, D17). `All` keeps everything. */
export type Requested = RequestedWindow & {
  readonly product: string
  readonly tool: string
  readonly recipe: string
  readonly machine: string
  readonly machineId: string
}

/** D17: a filter keeps the time and packs with this context. Absent means no filter. */
export type Filter = {
  readonly product?: string
  readonly tool?: string
  readonly state?: number
  readonly group?: string
  /** No filter of a request: a row of the comparison by operators. */
  readonly operator?: string
}

/** What an answer is about. */
export type Scope = {
  readonly plant: KnownPlant
  readonly machines: readonly KnownMachine[]
  readonly span: Span
  readonly zone: string
  readonly filter: Filter
  /** The present. */
  readonly now: number
}

/** D17: a recipe is a state code from 1 to 26, else a state name, else an alarm group. */
function filterOf({ product, tool, recipe }: Pick<Requested, 'product' | 'tool' | 'recipe'>) {
  const number = /^\d+$/.test(recipe) ? Number(recipe) : 0
  const state = number >= 1 && number <= 26 ? number : stateCode(recipe)
  const filter: Filter = {
    ...(product === 'All' ? {} : { product }),
    ...(tool === 'All' ? {} : { tool }),
    ...(recipe === 'All' ? {} : state === undefined ? { group: recipe } : { state }),
  }
  return filter
}

/** The machines, the window and the context that a question means. */
export function scopeOf(plant: KnownPlant, requested: Requested, now: number): Scope {
  const wanted = [requested.machine, requested.machineId].filter((serialNo) => serialNo !== 'All')
  return {
    plant,
    machines: plant.known.filter(({ serialNo }) => wanted.every((one) => one === serialNo)),
    span: windowOf(requested, now),
    zone: requested.zone,
    filter: filterOf(requested),
    now,
  }
}

/** Is anything but machine and window filtered? */
export const isFiltered = (filter: Filter) => Object.keys(filter).length > 0

/** D17, D18: is this context kept; an alarm group keeps the stops that it caused. */
export function keeps(filter: Filter, context: Context & { readonly stop: Stop | null }): boolean {
  const { product, tool, state, group, operator } = filter
  return (
    (product === undefined || context.product === product) &&
    (tool === undefined || context.tool === tool) &&
    (state === undefined || context.state === state) &&
    (group === undefined || (context.stop !== null && context.stop.group === group)) &&
    (operator === undefined || context.user === operator)
  )
}

export const inside = ({ from, to }: Span, at: number) => from <= at && at < to

/** The observed time of a machine in a window, cut at its edges; in the filter's context where one is given. */
export function stretchesIn(machine: KnownMachine, span: Span, filter: Filter = {}): Stretch[] {
  return machine.timeline.stretches
    .filter((stretch) => keeps(filter, stretch))
    .map((stretch) => ({
      ...stretch,
      from: Math.max(stretch.from, span.from),
      to: Math.min(stretch.to, span.to),
    }))
    .filter(({ from, to }) => from < to)
}

/**
 * D14: what was counted in a window: the instant of the later sample decides. D63: what was read after a silence has a
 * product and a tool alone: a filter by state or alarm group leaves it out.
 */
export function countsIn(machine: KnownMachine, span: Span, filter: Filter = {}): Counted[] {
  const byCause = filter.state !== undefined || filter.group !== undefined
  return machine.timeline.counts.filter(
    (one) => inside(span, one.at) && keeps(filter, one) && !(byCause && one.kind === 'offline'),
  )
}

const known = new WeakMap<KnownMachine, ReadonlyMap<Stop, readonly Stretch[]>>()

/** The stops of a machine that were seen, each with its observed time. */
export function seenStops(machine: KnownMachine): ReadonlyMap<Stop, readonly Stretch[]> {
  const found = known.get(machine)
  if (found !== undefined) return found
  const stops = new Map<Stop, Stretch[]>()
  for (const stretch of machine.timeline.stretches) {
    const { stop } = stretch
    if (stop === null) continue
    const own = stops.get(stop) ?? []
    own.push(stretch)
    stops.set(stop, own)
  }
  known.set(machine, stops)
  return stops
}

/** The time that a machine was in at a moment; undefined while it was silent. */
export const stretchAt = ({ timeline }: KnownMachine, at: number) =>
  timeline.stretches.find((stretch) => inside(stretch, at))

export const lengthOf = ({ from, to }: Span) => to - from
export const msOf = (spans: readonly Span[]) => spans.reduce((ms, span) => ms + lengthOf(span), 0)
export const secondsOf = (spans: readonly Span[]) => msOf(spans) / 1000
/** D14: whole packs are shown, but never rounded before. */
export const packsOf = (billionths: bigint) => Number(billionths) / 1e9
export const sumOf = (counts: readonly Counted[]) =>
  counts.reduce((sum, { packs }) => sum + packs, 0n)

/** Largest first; what is equally large by name. */
export function largestFirst<Slice extends { readonly x: string; readonly y: number }>(
  slices: readonly Slice[],
): Slice[] {
  return [...slices].sort((a, b) => b.y - a.y || (a.x < b.x ? -1 : 1))
}

/** Everything of one kind together, in the order of first appearance. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
