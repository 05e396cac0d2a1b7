import { preferences } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** How the signed-in person wants the screens to look, as chosen on any device. */
export const preferencesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['preferences', userId],
    queryFn: ({ signal }) => call(preferences, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
