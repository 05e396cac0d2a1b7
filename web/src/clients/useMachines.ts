import { clientMachines } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const longMs = 5 * 60_000
const retryMs = 30_000

/**
 * The machines of a client in the order of their lines, with type and picture. Requested again every 30 s while there are
 * none or they could not be loaded; a machine that is added later appears within minutes.
 */
export const machinesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['overview', 'machines', clientId],
    queryFn: ({ signal }) => call(clientMachines, { params: { clientId }, query: {} }, signal),
    staleTime: longMs,
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.machines.length === 0 ? retryMs : longMs,
  })

export const useMachines = (clientId: number) => useQuery(machinesQuery(clientId))
