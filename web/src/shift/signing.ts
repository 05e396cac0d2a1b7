import { addShiftNote, handOverShift } from '@packboard/contract'
import type { ShiftSide } from '@packboard/model'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { serverNow } from '../time/serverClock.ts'
import { showToast } from '../ui/Toasts.tsx'

/** The begin of a shift, which names it, and whose it is. */
export type ShiftKey = { readonly clientId: number; readonly start: string }

/** What shows a shift is read again. */
export const refreshShift = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: ['shiftPage'] })

/** Writes a note for the next shift; the promise says whether it was stored. */
export function useShiftNote(params: ShiftKey) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (body: { text: string; machineId?: string }) =>
      call(addShiftNote, { params: { ...params }, body }),
    onSuccess: () => showToast(textsOf('shiftPage')('noteStored')),
    onError: (error) => showToast(failureText(error), true),
    onSettled: () => refreshShift(queries),
  })
  const write = (body: { text: string; machineId?: string }): Promise<boolean> =>
    sending.mutateAsync(body).then(
      () => true,
      () => false,
    )
  return { busy: sending.isPending, write }
}

/** Signs one side of a hand-over as the person of this session. */
export function useSigning(params: ShiftKey) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (side: ShiftSide) =>
      call(handOverShift, {
        params: { ...params },
        body: { side, at: new Date(serverNow()).toISOString() },
      }),
    onSuccess: () => showToast(textsOf('shiftPage')('signed')),
    onError: (error) => showToast(failureText(error), true),
    onSettled: () => refreshShift(queries),
  })
  return { busy: sending.isPending, sign: (side: ShiftSide) => sending.mutate(side) }
}
