import { type LineNowWire, lineNow } from '@packboard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { watchStateChanges } from '../api/stateChanges.ts'
import type { Waiting } from '../ui/Loadable.tsx'

/** A lost change of state is repaired within this time. */
const againMs = 20_000
/** Machines that stop together change within this time: one question for all of them. */
const togetherMs = 200

const lineNowQuery = (clientId: number, line: string) =>
  queryOptions({
    queryKey: ['line', 'now', clientId, line],
    queryFn: ({ signal }) => call(lineNow, { params: { clientId }, query: { line } }, signal),
    // A line without a flow has nothing that moves.
    refetchInterval: ({ state }) => (state.data?.hasFlow === false ? 10 * againMs : againMs),
    staleTime: againMs / 2,
  })

/** What a line does; requested again when a machine of the open page changed its state. What was read last stays, with its instant. */
export function useLineNow(
  clientId: number,
  line: string,
  /** Where many lines are shown, each is requested less often. */
  pauseMs = togetherMs,
): Waiting<LineNowWire> {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watchStateChanges(() => {
      const { queryKey } = lineNowQuery(clientId, line)
      if (queries.getQueryData(queryKey)?.hasFlow === false) return
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey })
      }, pauseMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries, clientId, line, pauseMs])
  const query = useQuery(lineNowQuery(clientId, line))
  const { data, isPending, isPaused, refetch } = query
  return { data, isPending, isPaused, refetch, isError: query.isError && data === undefined }
}
