import {
  dateRangePresets,
  type FilterWindow,
  type Preset,
  periodFilter,
  presetPeriod,
} from '@packboard/model'

const minuteMs = 60_000

/**
 * The window that a preset fills into the bar at this moment, in whole minutes. The last hours end with the present
 * minute and are exactly as long as they are named: 24 hours and a second would have no alarms on the chart.
 */
export function presetWindow(preset: Preset, now: Date, zone: string): FilterWindow {
  const { from, to } = presetPeriod(preset, now, zone)
  const endsNow = to.getTime() === now.getTime()
  const later = endsNow ? (minuteMs - (to.getTime() % minuteMs)) % minuteMs : 0
  return periodFilter(
    { from: new Date(from.getTime() + later), to: new Date(to.getTime() + later) },
    zone,
  )
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
