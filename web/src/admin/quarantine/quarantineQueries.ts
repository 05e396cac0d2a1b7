import { quarantine, receivedRecords } from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What became of the records of a client's machines, and those that were kept aside. */
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
