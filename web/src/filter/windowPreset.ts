import {
  type FilterWindow,
  periodFilter,
  presetShift,
  type ShiftPlan,
  type ShiftPreset,
  shiftPresets,
} from '@packboard/model'
import { presetWindow } from './presetWindow.ts'
import type { WindowPreset } from './windowPresetNames.ts'

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
  if (!isShift(preset)) return presetWindow(preset, now, zone)
  const shift = plan && presetShift(preset, plan.starts, now, plan.zone)
  return shift ? periodFilter(shift.period, zone) : null
}

const isShift = (preset: WindowPreset): preset is ShiftPreset =>
  shiftPresets.some((each) => each === preset)
