import { clientLineFlow, lineLimits, lineLosses, lineStops } from '@packboard/contract'
import { filterPeriod, isWithinDays } from '@packboard/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import type { AsOf } from '../filter/filterWire.ts'

const againMs = 30_000
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
