import { clientPlan } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The plan of a client as it is stored. While it is edited, it is not requested again by itself. */
export const planQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'plan', clientId],
    queryFn: ({ signal }) => call(clientPlan, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
