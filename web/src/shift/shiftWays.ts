import { periodFilter } from '@packboard/model'
import { openFilter, type ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { windowAround } from '../stops/windowAround.ts'

/** A shift as other pages show it: its client, its window and the zone of the shown times. */
export type ShiftWindow = {
  readonly clientId: number
  readonly from: Date
  readonly to: Date
  readonly zone: string
}

/** The shift as the filter of other pages. */
export const filterOfShift = ({ from, to, zone }: ShiftWindow): ProductionFilter =>
  openFilter(periodFilter({ from, to }, zone), [])

/** The address of the whole shift on another page. */
export const searchOfShift = (shift: ShiftWindow) => searchOfFilter(filterOfShift(shift))

/** The address of a stop on the page of its machine: a few minutes around it, with the stop open. */
export const searchOfStop = (
  shift: ShiftWindow,
  stop: { readonly start: Date; readonly end: Date },
) => ({
  ...searchOfFilter(windowAround(filterOfShift(shift), stop.start, stop.end)),
  of: 'all' as const,
  stop: stop.start.toISOString(),
})
