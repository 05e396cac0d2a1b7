import {
  addDays,
  dateRangePresets,
  type FilterWindow,
  filterPeriod,
  type Preset,
  periodFilter,
  presetPeriod,
  presetShift,
  presetWeek,
  type Shift,
  type ShiftPlan,
  type ShiftPreset,
  shiftAt,
  shiftPresets,
  type WeekPreset,
  weekPresets,
} from '@packboard/model'
import type { WindowPreset } from './filterSearch.ts'

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
    return isSame(meant, window)
  })
}

/** A shift preset as the bar offers it: its window, and whose shift it is. */
export type OfferedShift = {
  readonly preset: ShiftPreset
  readonly name: string
  readonly window: FilterWindow
  /** It is the window that is shown. */
  readonly chosen: boolean
}

/** The shift presets that mean something at this moment; none for a client without shifts. */
export function offeredShifts(
  plan: ShiftPlan | null,
  shown: FilterWindow,
  now: Date,
): OfferedShift[] {
  if (plan === null) return []
  return shiftPresets.flatMap((preset) => {
    const shift = presetShift(preset, plan.starts, now, plan.zone)
    if (!shift) return []
    const window = periodFilter(shift.period, shown.zone)
    return [{ preset, name: shift.name, window, chosen: isSame(window, shown) }]
  })
}

/** This week and the last one, by the clock of the factory; without a factory by the one of the page. */
export const offeredWeeks = (plan: ShiftPlan | null, shown: FilterWindow, now: Date) =>
  weekPresets.map((preset) => {
    const window = weekWindow(preset, now, { zone: shown.zone, plan })
    return { preset, window, chosen: isSame(window, shown) }
  })

const weekWindow = (
  preset: WeekPreset,
  now: Date,
  { zone, plan }: { zone: string; plan: ShiftPlan | null },
): FilterWindow => periodFilter(presetWeek(preset, now, plan?.zone ?? zone), zone)

function isSame(a: FilterWindow, b: FilterWindow): boolean {
  return (
    a.startDate === b.startDate &&
    a.startTime === b.startTime &&
    a.endDate === b.endDate &&
    a.endTime === b.endTime
  )
}

/** `Last 8, 16, 24 hours`: the window is another one every minute. */
export const followsTheClock = (preset: WindowPreset | undefined) =>
  clockPresets.some((each) => each === preset)

const clockPresets = ['Last 8 hours', 'Last 16 hours', 'Last 24 hours'] as const

/** The same filter at this moment. */
export function movedOn<
  Filter extends FilterWindow & { readonly preset?: WindowPreset | undefined },
>(filter: Filter, now: Date): Filter {
  const preset = clockPresets.find((each) => each === filter.preset)
  return preset ? { ...filter, ...presetWindow(preset, now, filter.zone) } : filter
}

/** The window of a preset at this moment; null for a shift that does not exist. */
export function windowOfPreset(
  preset: WindowPreset,
  now: Date,
  { zone, plan }: { zone: string; plan: ShiftPlan | null },
): FilterWindow | null {
  if (isWeek(preset)) return weekWindow(preset, now, { zone, plan })
  if (!isShift(preset)) return presetWindow(preset, now, zone)
  const shift = plan && presetShift(preset, plan.starts, now, plan.zone)
  return shift ? periodFilter(shift.period, zone) : null
}

const isShift = (preset: WindowPreset): preset is ShiftPreset =>
  shiftPresets.some((each) => each === preset)

const isWeek = (preset: WindowPreset): preset is WeekPreset =>
  weekPresets.some((each) => each === preset)

/** The kinds of window that are one press away. */
const windowKinds = ['shift', 'hours24', 'day', 'days7'] as const
export type WindowKind = (typeof windowKinds)[number]

/** Without a plan there is no shift. */
export const offeredKinds = (plan: ShiftPlan | null): readonly WindowKind[] =>
  windowKinds.filter((kind) => kind !== 'shift' || (plan !== null && plan.starts.length > 0))

/** Which kind a window is of, whenever it lies; null: any other range. */
export function kindOfWindow(
  window: FilterWindow & { readonly preset?: WindowPreset | undefined },
  plan: ShiftPlan | null,
): WindowKind | null {
  if (shiftOfWindow(window, plan)) return 'shift'
  if (window.preset === 'Last 24 hours') return 'hours24'
  const { startDate, startTime, endDate, endTime } = window
  if (startTime !== '00:00' || endTime !== '23:59') return null
  if (startDate === endDate) return 'day'
  return addDays(startDate, 6) === endDate ? 'days7' : null
}

/** The shift that a window shows from its begin to its end. */
export function shiftOfWindow(window: FilterWindow, plan: ShiftPlan | null): Shift | null {
  const { from, to } = filterPeriod(window)
  const shift = plan && shiftAt(plan.starts, plan.zone, from)
  return shift?.period.from.getTime() === from.getTime() &&
    shift.period.to.getTime() === to.getTime()
    ? shift
    : null
}
