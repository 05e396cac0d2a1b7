import { clientMachines } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The machines of a client in the order of their lines, with type and picture; asked again every 30 s after a failure. */
export function useMachines(clientId: number) {
  return useQuery(
    queryOptions({
      queryKey: ['overview', 'machines', clientId],
      queryFn: ({ signal }) => call(clientMachines, { params: { clientId } }, signal),
      refetchInterval: ({ state }) => (state.status === 'error' ? 30_000 : false),
    }),
  )
}
