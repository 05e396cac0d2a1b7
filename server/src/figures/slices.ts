import { addSeconds, type Category, machineState, notScheduledSeconds } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import { byText, packsIn, secondsOf, stopPieces } from './contextSums.ts'
import type { FigureBasis } from './readBasis.ts'
import { timeOfBasis } from './timeOf.ts'

/** A part of the Machine Status pie, in seconds; `notScheduled` is OFFLINE in closed time (D73). */
export type StatusSlice = {
  readonly category: Category | 'notScheduled'
  readonly seconds: number
}

const always = ['run', 'idle', 'alarm', 'ancillary'] as const

/**
 * How the time of the window is divided (D26): the four planned categories always, offline, not scheduled and unknown where
 * there was any. Without a filter the slices are the window, to the millisecond (D12); under a filter offline time is left out.
 */
export function statusSlices(basis: FigureBasis<TotalBy<'category' | 'state'>>): StatusSlice[] {
  const time = timeOfBasis(basis)
  const notScheduled = notScheduledSeconds(time)
  const slice = (category: Category) => ({ category, seconds: time[category] })
  const offline = addSeconds(time.offline, -notScheduled)
  const unseen: StatusSlice[] = [
    { category: 'offline', seconds: basis.filtered ? 0 : offline },
    { category: 'notScheduled', seconds: basis.filtered ? 0 : notScheduled },
    slice('unknown'),
  ]
  return [...always.map(slice), ...unseen.filter(({ seconds }) => seconds > 0)]
}

/** Seconds in one state. */
export type StateSlice = { readonly state: number; readonly name: string; readonly seconds: number }

/** Observed seconds in each state, longest first (D26); offline is no state. */
export function stateSlices(contexts: readonly TotalBy<'state'>[]): StateSlice[] {
  return [...Map.groupBy(contexts, ({ state }) => state)]
    .map(([state, group]) => ({
      state,
      name: machineState(state).name,
      seconds: secondsOf(group),
    }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds || byText(a.name, b.name))
}

/** Packs of one product; an empty name means that the machine never reported one. */
export type ProductSlice = { readonly product: string; readonly packs: number }

/** The name on a screen for a product that was never reported. */
export const noProduct = 'No product'

export const productLabel = (product: string) => (product === '' ? noProduct : product)

/** Packs of each product, most first. A pack belongs to the product of the time that it ended (D14). */
export function productSlices(contexts: readonly TotalBy<'product'>[]): ProductSlice[] {
  return [...Map.groupBy(contexts, ({ product }) => product)]
    .map(([product, group]) => ({ product, packs: packsIn(group) }))
    .filter(({ packs }) => packs !== 0)
    .sort((a, b) => b.packs - a.packs || byText(productLabel(a.product), productLabel(b.product)))
}

/** Alarms of one group: how many were raised, and how long the stops lasted that they caused. */
export type AlarmGroupSlice = {
  readonly group: string
  readonly count: number
  readonly seconds: number
}

/**
 * The Alarms pie (D26): a group is listed when an alarm of it was raised or a stop caused by it stood in the window.
 */
export function alarmGroupSlices(
  contexts: readonly TotalBy<'category' | 'causeGroup'>[],
  counts: readonly { readonly group: string; readonly count: number }[],
): AlarmGroupSlice[] {
  const countOf = new Map(counts.map(({ group, count }) => [group, count]))
  // A stop without an alarm has no group.
  const caused = stopPieces(contexts).filter(({ causeGroup }) => causeGroup !== '')
  const piecesOf = Map.groupBy(caused, ({ causeGroup }) => causeGroup)
  return [...new Set([...countOf.keys(), ...piecesOf.keys()])]
    .map((group) => ({
      group,
      count: countOf.get(group) ?? 0,
      seconds: secondsOf(piecesOf.get(group) ?? []),
    }))
    .filter(({ count, seconds }) => count > 0 || seconds > 0)
    .sort((a, b) => b.count - a.count || b.seconds - a.seconds || byText(a.group, b.group))
}
