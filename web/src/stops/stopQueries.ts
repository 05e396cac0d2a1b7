import { type StopRow, type StopSort, stopList } from '@packboard/contract'
import { call } from '../api/call.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { questionAsOf } from '../filter/filterWire.ts'
import { everyStop, type StopSelection } from './stopSearch.ts'

/** Whose stops, and in which window. */
export type StopScope = {
  readonly clientId: number
  /** undefined: of all machines of the client that the filter keeps. */
  readonly serialNo: string | undefined
  readonly filter: ProductionFilter
}

/** A page of a list and its order. */
type StopPage = {
  readonly page: number
  readonly pageSize: number
  readonly sort: StopSort
  readonly order: 'ascending' | 'descending'
  /** Only stops with a part that waits for a reason. */
  readonly withoutReason: 'true' | 'false'
  /** With stops below the threshold. */
  readonly micro: 'true' | 'false'
}

/** So many stops are highlighted, the longest; more are no wider than a pixel. */
const highlighted = { page: 1, pageSize: 1_000, sort: 'seconds', order: 'descending' } as const

/** The stops behind a figure of a machine's page. */
export const stopQueries = {
  list: (
    { clientId, serialNo, filter }: StopScope,
    selection: StopSelection,
    page: StopPage,
    enabled = true,
  ) =>
    figureOptions({
      key: ['production', 'stops', clientId, serialNo ?? null, selection, page],
      filter,
      ask: (asOf, signal) => {
        const query = { ...questionAsOf(clientId, serialNo, asOf), ...selection, ...page }
        return call(stopList, { query }, signal)
      },
      enabled,
    }),

  /** Where the selected stops lie. */
  spans: ({ clientId, serialNo, filter }: StopScope, selection: StopSelection | null) =>
    figureOptions({
      key: ['production', 'stopSpans', clientId, serialNo ?? null, selection],
      filter,
      ask: async (asOf, signal) => {
        const question = questionAsOf(clientId, serialNo, asOf)
        const query = { ...question, ...(selection ?? everyStop), ...highlighted }
        const { stops } = await call(stopList, { query }, signal)
        return stops.map(({ start, end }) => ({ from: start, to: end }))
      },
      enabled: selection !== null,
    }),

  /** The stop that holds an instant; null where the window has none. */
  at: ({ clientId, serialNo, filter }: StopScope, at: Date | null) =>
    figureOptions({
      key: ['production', 'stop', clientId, serialNo ?? null, at?.toISOString() ?? null],
      filter,
      ask: async (asOf, signal): Promise<StopRow | null> => {
        const instant = (at ?? new Date(0)).toISOString()
        const query = { ...questionAsOf(clientId, serialNo, asOf), at: instant, pageSize: 1 }
        const { stops } = await call(stopList, { query }, signal)
        return stops[0] ?? null
      },
      enabled: at !== null,
    }),
}
