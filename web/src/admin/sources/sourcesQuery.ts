import { dataSources, quarantine } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Counts are written every 5 s; a page that is open follows them. */
const refreshMs = 10_000
/** The last records of a machine that were not accepted, in its details. */
const shownRecords = 5

export const sourceQueries = {
  of: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'sources', clientId],
      queryFn: ({ signal }) => call(dataSources, { query: { clientId } }, signal),
      refetchInterval: refreshMs,
    }),
  notAccepted: (clientId: number, serialNo: string) =>
    queryOptions({
      queryKey: ['panel', 'sources', clientId, 'notAccepted', serialNo],
      queryFn: ({ signal }) =>
        call(
          quarantine,
          { params: { clientId }, query: { page: 1, pageSize: shownRecords, serialNo } },
          signal,
        ),
    }),
}
