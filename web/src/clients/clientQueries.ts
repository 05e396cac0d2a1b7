import { clientNames } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const clientQueries = {
  names: () =>
    queryOptions({
      queryKey: ['clients', 'names'],
      queryFn: ({ signal }) => call(clientNames, {}, signal),
    }),
}
