import { installations } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A recorder reports each 30 s; a page that is open follows it. */
const refreshMs = 10_000

export const installationsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'installations', clientId],
    queryFn: ({ signal }) => call(installations, { params: { clientId } }, signal),
    refetchInterval: refreshMs,
  })
