import type { FilterWindow } from '@packboard/model'
import { presetOfWindow } from './presetWindow.ts'

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
export function wholeDays(picked: FilterWindow, before: FilterWindow, now: Date): FilterWindow {
  const keptTimes = picked.startTime === before.startTime && picked.endTime === before.endTime
  if (!keptTimes || presetOfWindow(picked, now) !== undefined) return windowOf(picked)
  return { ...windowOf(picked), startTime: '00:00', endTime: '23:59' }
}
