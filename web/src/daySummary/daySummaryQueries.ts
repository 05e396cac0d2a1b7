import { type DaySummaryAnswer, dayDetails, daySummary } from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { filterWire, windowWire } from '../filter/filterWire.ts'
import { dayDetailsOf, rowQuestion, type SummaryDay, summaryOf } from './daySummaryWire.ts'

export const daySummaryQueries = {
  summary: (clientId: number, filter: ProductionFilter) =>
    queryOptions({
      queryKey: ['daySummary', 'summary', clientId, filter],
      queryFn: async ({ signal }) => {
        const query = { clientId, ...filterWire(filter) }
        const answer: DaySummaryAnswer = await call(daySummary, { query }, signal)
        return summaryOf(answer)
      },
      placeholderData: keepPreviousData,
    }),
  details: (clientId: number, filter: ProductionFilter, day: SummaryDay) =>
    queryOptions({
      queryKey: ['daySummary', 'details', clientId, filter, day],
      queryFn: async ({ signal }) => {
        const body = { clientId, ...windowWire(filter), ...rowQuestion(day) }
        return dayDetailsOf(await call(dayDetails, { body }, signal))
      },
    }),
}
