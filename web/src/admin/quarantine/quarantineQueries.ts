import { quarantine, receivedRecords } from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The counts of records received from a client's machines, and the quarantined records. */
export const quarantineQueries = {
  machines: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'quarantine', clientId],
      queryFn: async ({ signal }) =>
        (await call(receivedRecords, { params: { clientId } }, signal)).machines,
    }),
  aside: (clientId: number, page: number, pageSize: number) =>
    queryOptions({
      queryKey: ['panel', 'quarantine', clientId, 'aside', page, pageSize],
      queryFn: ({ signal }) =>
        call(quarantine, { params: { clientId }, query: { page, pageSize } }, signal),
      placeholderData: keepPreviousData,
    }),
}
