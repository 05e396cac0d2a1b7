import { isZone } from '@packboard/model'
import { readClientSearch } from '../session/clientSearch.ts'
import { presetOfName } from './windowPresetNames.ts'

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

/** What the timeline shows where nothing was chosen; its address names it all the same. */
export const usualTimeline = { preset: 'last24h' } as const

/** The period that an address names, without anything else of it, for the same period on another page; undefined: it names none. */
export function periodOf(search: Record<string, unknown>): FilterSearch | undefined {
  const { from, to, start, end, zone, preset } = readFilterSearch(search)
  if (preset === undefined && (from === undefined || to === undefined)) return undefined
  const period = Object.entries({ from, to, start, end, zone, preset })
  return Object.fromEntries(period.filter(([, value]) => value !== undefined))
}
