import { type AlertWire, acknowledgeAlert, alerts } from '@packboard/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, failureText } from '../api/call.ts'
import { watchStateChanges } from '../api/stateChanges.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { showToast } from '../ui/Toasts.tsx'

const againMs = 30_000
/** After a change of state alerts are read again so much later, with all changes of that time. */
const settleMs = 3_000

/** The open alerts of a client: one query for everything of a page that shows them. */
export const openAlertsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'open'],
    queryFn: ({ signal }) =>
      call(alerts, { params: { clientId }, query: { state: 'open' } }, signal),
    refetchInterval: againMs,
    staleTime: againMs / 2,
  })

export const useOpenAlerts = (clientId: number) => useQuery(openAlertsQuery(clientId))

/** Reads the open alerts again soon after a machine of the page changed its state. */
export function useLiveAlerts(clientId: number) {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watchStateChanges(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: openAlertsQuery(clientId).queryKey })
      }, settleMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [clientId, queries])
}

/** *I have seen it*: all see by whom and when, and no further step is sent. */
export function useAcknowledge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ clientId, id }: Pick<AlertWire, 'clientId' | 'id'>) =>
      call(acknowledgeAlert, { params: { clientId, id } }),
    onSuccess: () => {
      showToast(textsOf('alerts')('noted'))
      return queries.invalidateQueries({ queryKey: ['alerts'] })
    },
    onError: (error) => showToast(failureText(error), true),
  })
}
