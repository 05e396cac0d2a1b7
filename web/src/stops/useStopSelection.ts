import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import {
  orderOf,
  type StopOrder,
  type StopSearch,
  type StopSelection,
  sameSelection,
  searchOfOrder,
  searchOfSelection,
  selectionOf,
} from './stopSearch.ts'
import { windowAround } from './windowAround.ts'

/** What of a page's figures is selected, and how to select another part. */
export type StopSelecting = ReturnType<typeof useStopSelection>

/**
 * The selected part of the figures and the open stop. Both live in the address bar: a reload keeps them, a link shows them,
 * Back undoes them.
 */
export function useStopSelection() {
  const { of, part, group, stop, on: machine }: StopSearch = useSearch({ strict: false })
  const on = machine ?? null
  const { client }: { client?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const selection = useMemo(
    () =>
      selectionOf({
        ...(of && { of }),
        ...(part !== undefined && { part }),
        ...(group !== undefined && { group }),
      }),
    [of, part, group],
  )
  const at = useMemo(() => (stop === undefined ? null : new Date(stop)), [stop])

  const go = useCallback(
    (wanted: StopSearch) =>
      void navigate({
        to: '.',
        // The filter of the page stays.
        search: ({ of: _of, part: _part, group: _group, stop: _stop, on: _on, ...rest }) => ({
          ...rest,
          ...wanted,
        }),
        resetScroll: false,
      }),
    [navigate],
  )
  /** A selected part that is selected again is selected no longer. */
  const select = useCallback(
    (wanted: StopSelection) =>
      go(sameSelection(selection, wanted) ? {} : searchOfSelection(wanted)),
    [go, selection],
  )
  const selected = useMemo(() => (selection ? searchOfSelection(selection) : {}), [selection])
  const open = useCallback(
    (instant: Date, of?: string) =>
      go({ ...selected, stop: instant.toISOString(), ...(of !== undefined && { on: of }) }),
    [go, selected],
  )
  const closeStop = useCallback(() => go(selected), [go, selected])
  const close = useCallback(() => go({}), [go])
  /** The minutes around a stop as the window of the page; Back undoes it. */
  const showAround = useCallback(
    (filter: ProductionFilter, { start, end }: { readonly start: Date; readonly end: Date }) =>
      void navigate({
        to: '.',
        search: {
          ...searchOfFilter(windowAround(filter, start, end)),
          ...(client !== undefined && { client }),
          ...selected,
          stop: start.toISOString(),
          ...(on !== null && { on }),
        },
        resetScroll: false,
      }),
    [navigate, selected, client, on],
  )
  return useMemo(
    () => ({ selection, at, on, select, open, closeStop, close, showAround }),
    [selection, at, on, select, open, closeStop, close, showAround],
  )
}

/** The order of the list; it stays with the address, through a reload and in a link. */
export function useStopOrder(): readonly [StopOrder, (wanted: StopOrder) => void] {
  const { sort }: StopSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const order = useMemo(() => orderOf(sort === undefined ? {} : { sort }), [sort])
  const change = useCallback(
    (wanted: StopOrder) =>
      void navigate({
        to: '.',
        search: ({ sort: _, ...rest }) => ({ ...rest, ...searchOfOrder(wanted) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [order, change]
}
