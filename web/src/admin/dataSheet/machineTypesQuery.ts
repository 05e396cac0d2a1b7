import { machineTypes } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** All machine types: of the table of the panel, of its selects and of the data sheets. */
export const machineTypesQuery = queryOptions({
  queryKey: ['panel', 'machineTypes'],
  queryFn: async ({ signal }) => (await call(machineTypes, {}, signal)).machines,
})
