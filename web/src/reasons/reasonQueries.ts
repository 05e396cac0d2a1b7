import { clientReasons } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The reasons of a client, for the pages that name stops. Few change in a day. */
export const reasonsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['reasons', clientId],
    queryFn: async ({ signal }) =>
      (await call(clientReasons, { params: { clientId } }, signal)).reasons,
    staleTime: 300_000,
  })
