import { upgrades } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Version, steps of the stores, and the copies before upgrades. */
export const upgradesQuery = queryOptions({
  queryKey: ['panel', 'upgrades'],
  queryFn: ({ signal }) => call(upgrades, {}, signal),
  staleTime: 60_000,
})
