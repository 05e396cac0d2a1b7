import { periodFilter } from '@packboard/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { Zooming } from '../charts/PacksChart.tsx'
import type { TimeWindow } from '../charts/timeWindow.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { type FilterSearch, readFilterSearch } from '../filter/filterSearch.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { serverNow } from '../time/serverClock.ts'
import type { ZoomSearch } from './zoomSearch.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The shortest window that a hand reaches, and the longest that can be requested (specification §9). */
const leastMs = 10 * minuteMs
const mostMs = 3 * 366 * dayMs - dayMs

/**
 * The window of the page as hands move it. It is the window of every figure, so that all agree; it lives in the address with the one
 * before zooming: Back undoes a zoom, a reload keeps it, a link shows it. What is selected stays.
 */
export function useZoom(filter: ProductionFilter): Zooming & { readonly isZoomed: boolean } {
  const search: FilterSearch & ZoomSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { whole } = search
  const now = useRef({ filter, search })
  now.current = { filter, search }
  return useMemo(() => {
    const go = (window: FilterSearch, more: ZoomSearch) =>
      void navigate({
        to: '.',
        search: (before) => {
          const { whole: _whole, from: _, to: __, start, end, preset, ...rest } = before
          return { ...rest, ...window, ...more }
        },
        resetScroll: false,
      })
    return {
      isZoomed: whole !== undefined,
      bounds: () => {
        const until = Math.ceil(serverNow() / minuteMs) * minuteMs
        return { since: until - mostMs, until, least: leastMs, most: mostMs }
      },
      zoomTo: ({ from, to }: TimeWindow) => {
        const { preset: _, ...kept } = now.current.filter
        // Whole minutes, so that a day stays a day.
        const minute = (at: number) => new Date(Math.round(at / minuteMs) * minuteMs)
        const period = { from: minute(from), to: minute(to) }
        const window = searchOfFilter({ ...kept, ...periodFilter(period, kept.zone) })
        go(window, { whole: whole ?? wholeOf(readFilterSearch({ ...now.current.search })) })
      },
      reset: () => {
        if (whole !== undefined) go(windowOfWhole(whole), {})
      },
    }
  }, [navigate, whole])
}

const unnamed = '-'

/** The window of an address in one word. */
export function wholeOf({
  preset,
  from,
  to,
  start = '00:00',
  end = '23:59',
}: FilterSearch): string {
  if (preset !== undefined) return preset
  return from === undefined || to === undefined ? unnamed : `${from}T${start}_${to}T${end}`
}

/** The window that this word is, as an address carries it. */
export function windowOfWhole(whole: string): FilterSearch {
  if (whole === unnamed) return {}
  const [first = '', last] = whole.split('_')
  if (last === undefined) return { preset: first }
  const [from = '', start = ''] = first.split('T')
  const [to = '', end = ''] = last.split('T')
  return { from, start, to, end }
}
