import { kioskLinks, kioskWall, wall } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const againMs = 60_000
const afterFailureMs = 15_000

/** Requested for ever, with and without a network: a failed request is repeated by itself. */
const untiring = {
  retry: false,
  networkMode: 'always' as const,
  refetchIntervalInBackground: true,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? afterFailureMs : againMs,
}

/** OEEE is a slow query and is requested beside the tiles, never before them. */
type Figures = 'yes' | 'no'

/** Head and foot of a wall, and the links to it. */
export const wallQueries = {
  ofClient: (clientId: number, figures: Figures) =>
    queryOptions({
      queryKey: ['wall', 'client', clientId, figures],
      queryFn: ({ signal }) => call(wall, { params: { clientId }, query: { figures } }, signal),
      ...untiring,
    }),
  ofLink: (token: string, figures: Figures) =>
    queryOptions({
      queryKey: ['wall', 'link', token, figures],
      queryFn: ({ signal }) => call(kioskWall, { query: { figures } }, signal),
      ...untiring,
    }),
  links: () =>
    queryOptions({
      queryKey: ['panel', 'walls'],
      queryFn: async ({ signal }) => (await call(kioskLinks, {}, signal)).links,
    }),
}
