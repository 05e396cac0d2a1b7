import { clientReasons, reasonTemplates } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The reasons as they are stored. While they are edited, they are not requested again by themselves. */
export const storedReasonsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasons', clientId],
    queryFn: ({ signal }) => call(clientReasons, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const templatesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasonTemplates', clientId],
    queryFn: async ({ signal }) =>
      (await call(reasonTemplates, { params: { clientId } }, signal)).templates,
    // Their ids are new in each answer.
    staleTime: 0,
    gcTime: 0,
  })
