import { dataSheet } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const dataSheetQuery = (clientId: number, machineTypeId: number) =>
  queryOptions({
    queryKey: ['dataSheet', clientId, machineTypeId],
    queryFn: ({ signal }) => call(dataSheet, { params: { clientId, machineTypeId } }, signal),
  })
