import { devices } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const deviceQueries = {
  list: () =>
    queryOptions({
      queryKey: ['panel', 'devices'],
      queryFn: ({ signal }) => call(devices, {}, signal),
    }),
}
