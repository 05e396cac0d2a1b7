import type { FilterWindow } from '@packboard/model'
import {
  presetName,
  presetOfName,
  readFilterSearch,
  type WindowPreset,
} from '../../filter/filterSearch.ts'
import { presetOfWindow, windowOfPreset } from '../../filter/presetWindow.ts'
import type { PageTimes } from '../../time/zone.ts'
import { addressOf } from '../addressOf.ts'

/** What a link of the open page may say of its period (D77). */
export type PageLinks = {
  /** The page as its address has it now; the period is not named, or moves on, or is exact. */
  readonly here: string
  /** Always this period. */
  readonly exact: string | null
  /** The period of this name at the time of reading. */
  readonly moving: { readonly preset: WindowPreset; readonly address: string } | null
}

/** The links of a page, from its path and search. `now` is the time at which its preset is made exact. */
export function linksOfPage(
  path: string,
  search: Record<string, unknown>,
  times: Pick<PageTimes, 'zone' | 'factory'>,
  now: Date,
): PageLinks {
  const here = addressOf(path, search)
  const { from, to, start, end, zone = times.zone, preset: named } = readFilterSearch(search)
  const { from: _from, to: _to, start: _start, end: _end, preset: _preset, ...rest } = search
  if (from !== undefined && to !== undefined) {
    const preset =
      start !== undefined && end !== undefined
        ? presetOfWindow(
            { startDate: from, endDate: to, startTime: start, endTime: end, zone },
            now,
          )
        : undefined
    const name = presetName(preset)
    const moving =
      preset && name ? { preset, address: addressOf(path, { ...rest, preset: name }) } : null
    return { here, exact: here, moving }
  }
  const preset = presetOfName(named ?? '')
  if (preset === undefined) return { here, exact: null, moving: null }
  const window = windowOfPreset(preset, now, { zone, plan: times.factory })
  return {
    here,
    exact: window && addressOf(path, { ...rest, ...searchOfWindow(window) }),
    moving: { preset, address: here },
  }
}

const searchOfWindow = ({ startDate, endDate, startTime, endTime, zone }: FilterWindow) => ({
  from: startDate,
  to: endDate,
  start: startTime,
  end: endTime,
  zone,
})
