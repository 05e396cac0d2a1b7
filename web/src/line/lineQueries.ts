import {
  clientLineFlow,
  type LineNowWire,
  lineLimits,
  lineLosses,
  lineNow,
  lineStops,
} from '@packboard/contract'
import { filterPeriod, isWithinDays } from '@packboard/model'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { watchStateChanges } from '../api/stateChanges.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import type { AsOf } from '../filter/filterWire.ts'
import type { Waiting } from '../ui/Loadable.tsx'

const againMs = 30_000
/** Machines that stop together change within this time: one question for all of them. */
const togetherMs = 200

const lineNowQuery = (clientId: number, line: string) =>
  queryOptions({
    queryKey: ['line', 'now', clientId, line],
    queryFn: ({ signal }) => call(lineNow, { params: { clientId }, query: { line } }, signal),
    // A line without a flow has nothing that moves.
    refetchInterval: ({ state }) => (state.data?.hasFlow === false ? 10 * againMs : againMs),
    staleTime: againMs / 2,
  })

/** What a line does; requested again when a machine of the open page changed its state. What was read last stays, with its instant. */
export function useLineNow(
  clientId: number,
  line: string,
  /** Where many lines are shown, each is requested less often. */
  pauseMs = togetherMs,
): Waiting<LineNowWire> {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watchStateChanges(() => {
      const { queryKey } = lineNowQuery(clientId, line)
      if (queries.getQueryData(queryKey)?.hasFlow === false) return
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey })
      }, pauseMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries, clientId, line, pauseMs])
  const query = useQuery(lineNowQuery(clientId, line))
  const { data, isPending, isPaused, refetch } = query
  return { data, isPending, isPaused, refetch, isError: query.isError && data === undefined }
}

/** A line and the window of its figures. */
export type LineScope = {
  readonly clientId: number
  readonly line: string
  readonly filter: ProductionFilter
}

export const isTooLong = (filter: ProductionFilter) =>
  !isWithinDays(filterPeriod(filter), lineLimits.days)

const windowOf = ({ filter, until }: AsOf) => {
  const { from, to } = filterPeriod(filter)
  const end = until === undefined ? to.getTime() : Math.min(to.getTime(), Date.parse(until))
  // A shift that began this second has no settled figures yet.
  const last = Math.max(end, from.getTime() + 1_000)
  return { from: from.toISOString(), to: new Date(last).toISOString() }
}

/** The stops of a line in a window, each with its root. */
export const lineStopsQuery = ({ clientId, line, filter }: LineScope, enabled = true) =>
  figureOptions({
    key: ['line', 'stops', clientId, line],
    filter,
    ask: (asOf, signal) =>
      call(lineStops, { params: { clientId }, query: { line, ...windowOf(asOf) } }, signal),
    enabled: enabled && !isTooLong(filter),
  })

/** What stopped a line in a window, by root machine and cause. */
export const lineLossesQuery = ({ clientId, line, filter }: LineScope) =>
  figureOptions({
    key: ['line', 'losses', clientId, line],
    filter,
    ask: (asOf, signal) =>
      call(lineLosses, { params: { clientId }, query: { line, ...windowOf(asOf) } }, signal),
    enabled: !isTooLong(filter),
  })

/** The flows of all lines of a client, and what was entered before. */
export const lineFlowQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['line', 'flow', clientId],
    queryFn: ({ signal }) => call(clientLineFlow, { params: { clientId } }, signal),
    staleTime: againMs,
  })
