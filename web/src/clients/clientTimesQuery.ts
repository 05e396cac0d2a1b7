import { clientTimes } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** A client's own clock: its zone, its shifts and the number of their last change. */
export const clientTimesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['clients', 'times', clientId],
    queryFn: async ({ signal }) => {
      const answer = await call(clientTimes, { params: { clientId } }, signal)
      return { zone: answer.timezone, starts: answer.shifts, version: answer.version }
    },
    staleTime: 300_000,
  })
