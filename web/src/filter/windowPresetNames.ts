import { dateRangePresets, type Preset, type ShiftPreset, shiftPresets } from '@packboard/model'

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
