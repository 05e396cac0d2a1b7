import { type FilterWindow, localDate, wallTimeToInstant } from '@packboard/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'
import { usePageTimes } from '../time/zone.ts'
import { type EarlierSearch, readEarlier } from './earlierSearch.ts'
import { openFilter, type ProductionFilter } from './filter.ts'
import { type FilterSearch, readFilterSearch } from './filterSearch.ts'
import { filterOfSearch, searchOfFilter } from './searchOfFilter.ts'
import { windowOfPreset } from './windowPreset.ts'

/**
 * The filter of a page. It lives in the address bar: a view can be shared, and the back button undoes a choice. Without
 * one in the address it is the page's own default of this day: a page that stays open over midnight moves on.
 */
export function useFilter(
  defaultWindow: (now: Date, zone: string) => FilterWindow,
  carried: readonly ('product' | 'machine')[],
) {
  const { preferred, factory } = usePageTimes()
  const today = useNow((now) => localDate(new Date(now), preferred))
  const defaults = useMemo(() => {
    const noon = wallTimeToInstant({ date: today, time: '12:00' }, preferred, 'start')
    return openFilter(defaultWindow(noon, preferred), carried)
  }, [today, preferred, defaultWindow, carried])
  const search: FilterSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  // What else the address holds is no part of a filter, which stays the same object then.
  const key = JSON.stringify(readFilterSearch({ ...search }))
  // The window of a preset moves on with the minutes.
  const minute = useNow((now) => (search.preset ? Math.floor(now / 60_000) : 0))
  const filter = useMemo(() => {
    const now = new Date(Math.max(serverNow(), minute * 60_000))
    return filterOfSearch(
      // The key is the text of `search`.
      JSON.parse(key) as FilterSearch,
      defaults,
      (preset, zone) => windowOfPreset(preset, now, { zone, plan: factory }),
    )
  }, [key, defaults, minute, factory])
  const { client } = search
  const go = useCallback(
    (wanted: FilterSearch) =>
      void navigate({
        to: '.',
        // What the page is compared with stays, whatever the filter is.
        search: (search: EarlierSearch) => ({
          ...wanted,
          ...(client && { client }),
          ...readEarlier({ ...search }),
        }),
        resetScroll: false,
      }),
    [navigate, client],
  )
  const apply = useCallback((chosen: ProductionFilter) => go(searchOfFilter(chosen)), [go])
  const clear = () => go({})
  return { filter, apply, clear }
}
