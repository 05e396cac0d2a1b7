import { type DaySummaryAnswer, dayDetails, daySummary } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type AsOf, untilOf } from '../filter/figureAsOf.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { filterWire, windowWire } from '../filter/filterWire.ts'
import { dayDetailsOf, rowQuestion, type SummaryDay, summaryOf } from './daySummaryWire.ts'

export const daySummaryQueries = {
  summary: (clientId: number, filter: ProductionFilter, earlier?: AsOf | null) =>
    figureOptions({
      key: ['daySummary', 'summary', clientId],
      filter,
      earlier,
      ask: async (asOf, signal) => {
        const query = { clientId, ...filterWire(asOf.filter), ...untilOf(asOf) }
        const answer: DaySummaryAnswer = await call(daySummary, { query }, signal)
        return summaryOf(answer)
      },
    }),
  details: (clientId: number, asOf: AsOf, day: SummaryDay) =>
    queryOptions({
      queryKey: ['daySummary', 'details', clientId, asOf, day],
      queryFn: async ({ signal }) => {
        const body = { clientId, ...windowWire(asOf.filter), ...untilOf(asOf), ...rowQuestion(day) }
        return dayDetailsOf(await call(dayDetails, { body }, signal))
      },
    }),
}
