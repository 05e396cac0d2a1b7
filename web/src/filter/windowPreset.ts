import {
  dateRangePresets,
  type FilterWindow,
  type Preset,
  periodFilter,
  presetShift,
  type ShiftPlan,
  type ShiftPreset,
  shiftPresets,
} from '@packboard/model'
import { presetWindow } from './presetWindow.ts'

/** Every window that has a name. */
export type WindowPreset = Preset | ShiftPreset

/** The presets that an address can name: `preset=last24h` (D77). */
const names = {
  'Last 8 hours': 'last8h',
  'Last 16 hours': 'last16h',
  'Last 24 hours': 'last24h',
  Today: 'today',
  Yesterday: 'yesterday',
  'Last 7 Days': 'last7d',
  'Last 30 Days': 'last30d',
  'This Month': 'thisMonth',
  'Last Month': 'lastMonth',
  'This Year': 'thisYear',
  'Last Year': 'lastYear',
  'This shift': 'thisShift',
  'Last shift': 'lastShift',
  'Same shift yesterday': 'sameShiftYesterday',
} as const satisfies Record<(typeof dateRangePresets)[number] | ShiftPreset, string>

const addressed = [...dateRangePresets, ...shiftPresets]

/** The preset as an address names it; undefined for one that only a single chart offers. */
export function presetName(preset: WindowPreset | undefined): string | undefined {
  const named = addressed.find((each) => each === preset)
  return named && names[named]
}

/** The preset that an address names. */
export const presetOfName = (name: string) => addressed.find((preset) => names[preset] === name)

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
