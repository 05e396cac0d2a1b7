import { type ExplainQuery, explain, explainIntervals } from '@packboard/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pageSize = 100

/** Whether rows were observed, or recovered of gaps by the machine's own counters (D71). */
export type IntervalSource = 'all' | 'observed' | 'recovered'

export const explainQueries = {
  explanation: (question: ExplainQuery) =>
    queryOptions({
      queryKey: ['explain', 'explanation', question],
      queryFn: ({ signal }) => call(explain, { query: question }, signal),
    }),
  /** The next page continues after the last row of this one, so that new rows shift nothing. */
  intervals: (question: ExplainQuery, source: IntervalSource) =>
    infiniteQueryOptions({
      queryKey: ['explain', 'intervals', question, source],
      queryFn: ({ pageParam, signal }) =>
        call(
          explainIntervals,
          { query: { ...question, source, after: pageParam, pageSize } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    }),
}
