import {
  dateRangePresets,
  type FilterWindow,
  type Preset,
  periodFilter,
  presetPeriod,
} from '@packboard/model'

/** The window that a preset fills into the bar at this moment. */
export function presetWindow(preset: Preset, now: Date, zone: string): FilterWindow {
  return periodFilter(presetPeriod(preset, now, zone), zone)
}

/** The preset that a window is at this moment, for the mark in the list. */
export function presetOfWindow(window: FilterWindow, now: Date): Preset | undefined {
  return dateRangePresets.find((preset) => {
    const meant = presetWindow(preset, now, window.zone)
    return (
      meant.startDate === window.startDate &&
      meant.startTime === window.startTime &&
      meant.endDate === window.endDate &&
      meant.endTime === window.endTime
    )
  })
}
