import { kioskLinks, kioskWall, wall } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const againMs = 60_000
const afterFailureMs = 15_000

/** Asked for ever, with and without a network: what failed is asked again by itself. */
const untiring = {
  retry: false,
  networkMode: 'always' as const,
  refetchIntervalInBackground: true,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? afterFailureMs : againMs,
}

/** Head and foot of a wall, and the links to it. */
export const wallQueries = {
  ofClient: (clientId: number) =>
    queryOptions({
      queryKey: ['wall', 'client', clientId],
      queryFn: ({ signal }) => call(wall, { params: { clientId } }, signal),
      ...untiring,
    }),
  ofLink: (token: string) =>
    queryOptions({
      queryKey: ['wall', 'link', token],
      queryFn: ({ signal }) => call(kioskWall, {}, signal),
      ...untiring,
    }),
  links: () =>
    queryOptions({
      queryKey: ['panel', 'walls'],
      queryFn: async ({ signal }) => (await call(kioskLinks, {}, signal)).links,
    }),
}
