import { type ShiftPage, shiftPage } from '@packboard/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Waiting } from '../ui/Loadable.tsx'

/** A running shift is requested as often as the cards of the overview. */
const againMs = 30_000

/** The shift of a client that holds an instant, without one the shift that runs. */
const shiftPageQuery = (clientId: number, start?: string) =>
  queryOptions({
    queryKey: ['shiftPage', clientId, start ?? null],
    queryFn: ({ signal }) =>
      call(
        shiftPage,
        { params: { clientId }, query: start === undefined ? {} : { start } },
        signal,
      ),
    // A step to another shift moves nothing while its answer is on the way.
    placeholderData: keepPreviousData,
    staleTime: againMs / 2,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.shift.isRunning ? againMs : false,
  })

/** What was read last stays when it cannot be read again, with its instant. */
export function useShiftPage(clientId: number, start?: string): Waiting<ShiftPage> {
  const query = useQuery(shiftPageQuery(clientId, start))
  const { data, isPending, isPaused, isPlaceholderData, refetch } = query
  const isError = query.isError && data === undefined
  return { data, isPending, isPaused, isPlaceholderData, refetch, isError }
}
