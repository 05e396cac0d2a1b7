import { limits } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The limits of the installation. What is edited must be what is there now. */
export const limitsQuery = queryOptions({
  queryKey: ['panel', 'limits'],
  queryFn: ({ signal }) => call(limits, {}, signal),
  staleTime: 0,
})
