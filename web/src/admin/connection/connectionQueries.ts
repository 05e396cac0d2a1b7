import { connectionFound, connectionMessages, machineConnection } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A person who waits for the first record sees it within this time; afterwards what comes is looked at less often. */
const waitingMs = 1_000
const arrivingMs = 2_500
/** A server that is read, and one that is tried again at most a minute apart. */
const foundMs = 5_000

export const connectionQueries = {
  of: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id],
      queryFn: ({ signal }) => call(machineConnection, { params: { id } }, signal),
    }),
  messages: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id, 'messages'],
      queryFn: ({ signal }) => call(connectionMessages, { params: { id } }, signal),
      refetchInterval: ({ state }) => (state.data?.light === 'good' ? arrivingMs : waitingMs),
    }),
  found: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id, 'found'],
      queryFn: ({ signal }) => call(connectionFound, { params: { id }, query: {} }, signal),
      refetchInterval: ({ state }) =>
        (state.data?.found?.status ?? 'connecting') === 'connecting' ? waitingMs : foundMs,
    }),
}
