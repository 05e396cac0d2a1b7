import type { Category } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import { type FigureBasis, offlineMsOf } from './figureBasis.ts'
import { timeOf } from './timeOf.ts'

/** A part of the Machine Status pie, in seconds. */
export type StatusSlice = { readonly category: Category; readonly seconds: number }

const always = ['run', 'idle', 'alarm', 'ancillary'] as const

/**
 * How the time of the window is divided (D26): the four planned categories always, offline and unknown where there was
 * any. Without a filter the slices are the window, to the millisecond (D12); under a filter offline time is left out.
 */
export function statusSlices(basis: FigureBasis<TotalBy<'category' | 'state'>>): StatusSlice[] {
  const time = timeOf(basis.contexts, basis.filtered ? 0 : offlineMsOf(basis))
  const slice = (category: Category) => ({ category, seconds: time[category] })
  return [
    ...always.map(slice),
    ...(['offline', 'unknown'] as const).map(slice).filter(({ seconds }) => seconds > 0),
  ]
}
