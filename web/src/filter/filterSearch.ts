import {
  dateRangePresets,
  isZone,
  type Preset,
  type ShiftPreset,
  shiftPresets,
  type WeekPreset,
  weekPresets,
} from '@packboard/model'
import { readClientSearch } from '../session/chosenClient.ts'

/** A filter as the address bar carries it: short names, no entry for `All`. */
export type FilterSearch = {
  from?: string
  to?: string
  start?: string
  end?: string
  tool?: string
  product?: string
  recipe?: string
  machine?: string
  zone?: string
  /** A window that moves on: `last24h`. */
  preset?: string
  /** Whose data staff look at, where the path does not say it (D77). */
  client?: number
}

const date = /^\d{4}-\d{2}-\d{2}$/
const time = /^([01]\d|2[0-3]):[0-5]\d$/
const name = /^.{1,512}$/su

const shapes: Record<keyof Omit<FilterSearch, 'client'>, RegExp> = {
  from: date,
  to: date,
  start: time,
  end: time,
  tool: name,
  product: name,
  recipe: name,
  machine: name,
  zone: /^[\w+/-]{1,64}$/,
  preset: /^\w{1,32}$/,
}

/** Reads an address that may have been typed or cut: values of the wrong shape are ignored. */
export function readFilterSearch(search: Record<string, unknown>): FilterSearch {
  const read: FilterSearch = readClientSearch(search)
  // `shapes` has these keys and no others.
  for (const key of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const value = search[key]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && shapes[key].test(text)) read[key] = text
  }
  // An unknown zone would make every time of the page fail.
  if (read.zone !== undefined && !isZone(read.zone)) delete read.zone
  if (read.preset !== undefined && !presetOfName(read.preset)) delete read.preset
  return read
}

/** What the timeline and the list of all stops show where nothing was chosen; their addresses name it all the same. */
export const usualTimeline = { preset: 'last24h' } as const

/** The window and filter of the list of all stops. */
export const readStopsSearch = (search: Record<string, unknown>): FilterSearch => ({
  ...readFilterSearch(search),
  ...(periodOf(search) ?? usualTimeline),
})

/** The period that an address names, without anything else of it, for the same period on another page; undefined: it names none. */
export function periodOf(search: Record<string, unknown>): FilterSearch | undefined {
  const { from, to, start, end, zone, preset } = readFilterSearch(search)
  if (preset === undefined && (from === undefined || to === undefined)) return undefined
  const period = Object.entries({ from, to, start, end, zone, preset })
  return Object.fromEntries(period.filter(([, value]) => value !== undefined))
}

/** What an address says the page is compared with: its `with`. */
export type EarlierSearch = { with?: string }

/** Any word stays: its page reads it once more, and this file comes with every page. */
export const readEarlier = ({ with: kind }: Record<string, unknown>): EarlierSearch =>
  typeof kind === 'string' && /^\w{1,16}$/.test(kind) ? { with: kind } : {}

/** Every window that has a name. */
export type WindowPreset = Preset | ShiftPreset | WeekPreset

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
  'This week': 'thisWeek',
  'Last week': 'lastWeek',
} as const satisfies Record<(typeof dateRangePresets)[number] | ShiftPreset | WeekPreset, string>

const addressed = [...dateRangePresets, ...shiftPresets, ...weekPresets]

/** The preset as an address names it; undefined for one that only a single chart offers. */
export function presetName(preset: WindowPreset | undefined): string | undefined {
  const named = addressed.find((each) => each === preset)
  return named && names[named]
}

/** The preset that an address names. */
export const presetOfName = (name: string) => addressed.find((preset) => names[preset] === name)
