import { operatorRows } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whether a client allows that its operators are compared. */
export const operatorRowsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['operatorRows', clientId],
    queryFn: async ({ signal }) =>
      (await call(operatorRows, { params: { clientId } }, signal)).setting,
  })
