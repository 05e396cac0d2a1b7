import { type ChartQuery, stopCauses } from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const stopCauseQueries = {
  causes: (question: ChartQuery) =>
    queryOptions({
      queryKey: ['production', 'stopCauses', question],
      queryFn: ({ signal }) => call(stopCauses, { query: question }, signal),
      placeholderData: keepPreviousData,
    }),
}
