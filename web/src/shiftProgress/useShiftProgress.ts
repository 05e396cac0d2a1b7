import { type ShiftProgress, shiftProgress } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const againMs = 30_000

/** The running shift of a client, its plan against what was made. Requested again for as long as it is shown. */
const shiftProgressQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['overview', 'shiftProgress', clientId],
    queryFn: ({ signal }) => call(shiftProgress, { params: { clientId } }, signal),
    refetchInterval: againMs,
    staleTime: againMs / 2,
  })

/** Undefined until it has come; what was read last stays when it cannot be read again, with its instant. */
export function useShiftProgress(clientId: number): ShiftProgress | undefined {
  return useQuery(shiftProgressQuery(clientId)).data
}
