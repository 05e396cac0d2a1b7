import { operatorLink } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const againMs = 60_000
const afterFailureMs = 15_000

/** What a link offers, and whose pass is held. Requested for ever: nobody reloads a tablet that hangs at a machine. */
export const operatorLinkQuery = (token: string, pass: string) =>
  queryOptions({
    queryKey: ['operatorLink', token, pass],
    queryFn: ({ signal }) => call(operatorLink, {}, signal),
    retry: false,
    networkMode: 'always' as const,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.status === 'error' ? afterFailureMs : againMs),
  })
