import { clientMachines } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Specification §9: live refresh interval. */
const refreshMs = 30_000
const longMs = 5 * 60_000

/**
 * The machines of a client in the order of their lines, with type and picture. Requested again every 30 s while there are
 * none or they could not be loaded; a machine that is added later appears within minutes.
 */
export function useMachines(clientId: number) {
  return useQuery(
    queryOptions({
      queryKey: ['overview', 'machines', clientId],
      queryFn: ({ signal }) => call(clientMachines, { params: { clientId }, query: {} }, signal),
      staleTime: longMs,
      refetchInterval: ({ state }) =>
        state.status === 'error' || state.data?.machines.length === 0 ? refreshMs : longMs,
    }),
  )
}
