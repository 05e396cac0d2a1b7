import type { FilterWindow } from '@packboard/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import { openFilter, type ProductionFilter } from './filter.ts'
import type { FilterSearch } from './filterSearch.ts'
import { filterOfSearch, searchOfFilter } from './searchOfFilter.ts'

/**
 * The filter of a page. It lives in the address bar: a view can be shared, and the back button undoes a choice. Without
 * one in the address it is the page's own default, as of when the page was opened or cleared.
 */
export function useFilter(
  defaultWindow: (now: Date, zone: string) => FilterWindow,
  carried: readonly ('product' | 'machine')[],
) {
  const { preferred } = usePageTimes()
  const fresh = () => openFilter(defaultWindow(new Date(serverNow()), preferred), carried)
  const [defaults, setDefaults] = useState(fresh)
  const search: FilterSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const key = JSON.stringify(search)
  const filter = useMemo(
    // The key is the text of `search`.
    () => filterOfSearch(JSON.parse(key) as FilterSearch, { ...defaults, zone: preferred }),
    [key, defaults, preferred],
  )
  const apply = useCallback(
    (chosen: ProductionFilter) =>
      void navigate({ to: '.', search: searchOfFilter(chosen), resetScroll: false }),
    [navigate],
  )
  const clear = () => {
    setDefaults(fresh())
    void navigate({ to: '.', search: {}, resetScroll: false })
  }
  return { filter, apply, clear }
}
