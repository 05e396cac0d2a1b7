/** The names of the date ranges and durations that the screens offer (specification §9); `presets.ts` has their meaning. */

const rangeNames = [
  'Last 8 hours',
  'Last 16 hours',
  'Last 24 hours',
  'Today',
  'Yesterday',
  'Last 7 Days',
  'Last 30 Days',
  'This Month',
  'Last Month',
  'This Year',
  'Last Year',
] as const

const durationNames = [
  'Last Week',
  'Last Month',
  'Last Year',
  'Last 8 hours',
  'Last 16 hours',
  'Last 24 hours',
] as const

/** The presets of the date-range picker, in the order of the specification. */
export const dateRangePresets: readonly (typeof rangeNames)[number][] = rangeNames

/** The presets of a chart's Duration select, in the order of the specification. */
export const durationPresets: readonly (typeof durationNames)[number][] = durationNames

export type Preset = (typeof rangeNames)[number] | (typeof durationNames)[number]

/** What the filter bar offers beside the specified presets to a factory that has shifts. */
export const shiftPresets = ['This shift', 'Last shift', 'Same shift yesterday'] as const
export type ShiftPreset = (typeof shiftPresets)[number]

/** Weeks from Monday to Sunday on the clock of the factory, offered beside the specified presets. */
export const weekPresets = ['This week', 'Last week'] as const
export type WeekPreset = (typeof weekPresets)[number]
