import { addSeconds, type Category, notScheduledSeconds } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import type { FigureBasis } from './figureBasis.ts'
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
