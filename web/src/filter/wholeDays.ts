import type { FilterWindow } from '@packboard/model'

/** Only the window of a page's filter: the rest of it is not for lists. */
export function windowOf({
  startDate,
  startTime,
  endDate,
  endTime,
  zone,
}: FilterWindow): FilterWindow {
  return { startDate, startTime, endDate, endTime, zone }
}

/** Where there are no fields for times, days out of the calendar are whole days; a preset keeps its own times. */
export function wholeDays(picked: FilterWindow, preset: boolean): FilterWindow {
  return { ...windowOf(picked), ...(!preset && { startTime: '00:00', endTime: '23:59' }) }
}
