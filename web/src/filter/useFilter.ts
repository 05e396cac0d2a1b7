import { productLookup, toolLookup, valueLookup } from '@packboard/contract'
import { type FilterWindow, localDate, wallTimeToInstant } from '@packboard/model'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { call } from '../api/call.ts'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'
import { usePageTimes } from '../time/zone.ts'
import { type FilterChoice, openFilter, type ProductionFilter } from './filter.ts'
import {
  type EarlierSearch,
  type FilterSearch,
  readEarlier,
  readFilterSearch,
} from './filterSearch.ts'
import { filterWire } from './filterWire.ts'
import { windowOfPreset } from './presetWindow.ts'
import { filterOfSearch, searchOfFilter } from './searchOfFilter.ts'

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
        // What the page is compared with stays, whatever the filter is, and the order of its list.
        search: ({ sort, ...search }: EarlierSearch & { sort?: string }) => ({
          ...wanted,
          ...(client && { client }),
          ...readEarlier({ ...search }),
          ...(sort !== undefined && { sort }),
        }),
        resetScroll: false,
      }),
    [navigate, client],
  )
  const apply = useCallback((chosen: ProductionFilter) => go(searchOfFilter(chosen)), [go])
  const clear = () => go({})
  return { filter, apply, clear }
}

/** What the selects of a bar offer. A list that could not be loaded offers only `All` (specification §8). */
export type FilterChoices = Readonly<Record<FilterChoice, readonly string[]>>

type Answer = { data: string[] }

/**
 * What occurs in the window under the rest of the filter. With a serial number the lists are those of one machine's
 * page; without, those of the bar with the Machine select.
 */
export function useFilterChoices(
  clientId: number,
  serialNo: string | undefined,
  filter: ProductionFilter,
): FilterChoices {
  const query = filterWire(filter)
  const list = (field: FilterChoice, ask: (signal: AbortSignal) => Promise<Answer>) =>
    queryOptions({
      queryKey: ['filters', field, clientId, serialNo ?? null, filter],
      queryFn: ({ signal }) => ask(signal),
      enabled: field === 'tool' || filter[field] !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    })
  const values = (field: FilterChoice) => (signal: AbortSignal) =>
    call(valueLookup, { params: { clientId, field }, query }, signal)
  const machines = useQuery(list('machine', values('machine')))
  const tools = useQuery(
    list('tool', (signal) =>
      serialNo === undefined
        ? values('tool')(signal)
        : call(
            toolLookup,
            { params: { clientId }, query: { ...query, machine: serialNo } },
            signal,
          ),
    ),
  )
  const products = useQuery(
    list('product', (signal) =>
      serialNo === undefined
        ? values('product')(signal)
        : call(productLookup, { params: { clientId, machineId: serialNo }, query }, signal),
    ),
  )
  return {
    machine: machines.data?.data ?? [],
    tool: tools.data?.data ?? [],
    product: products.data?.data ?? [],
  }
}
