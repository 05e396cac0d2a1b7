import { type ExplainQuery, explain, explainIntervals } from '@packboard/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const pageSize = 100

export const explainQueries = {
  explanation: (question: ExplainQuery) =>
    queryOptions({
      queryKey: ['explain', 'explanation', question],
      queryFn: ({ signal }) => call(explain, { query: question }, signal),
    }),
  /** The next page continues after the last row of this one, so that new rows shift nothing. */
  intervals: (question: ExplainQuery) =>
    infiniteQueryOptions({
      queryKey: ['explain', 'intervals', question],
      queryFn: ({ pageParam, signal }) =>
        call(explainIntervals, { query: { ...question, after: pageParam, pageSize } }, signal),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    }),
}
