import { type Provider, provider } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Shown until the server has said whose installation this is, and when it cannot (D56). */
const neutral: Provider = {
  name: 'Packboard',
  links: [],
  demo: false,
  history: null,
  signUp: false,
  outbox: false,
  notice: '',
  passkeysAt: null,
  company: null,
}

/** How often the demo is queried whether its past is being written, in ms, and how often while it is. */
const historyEveryMs = { idle: 15_000, writing: 2_000 }

/** Whose installation this is: a name, the links of the footer, and which ways in it offers. */
export function useProvider(): Provider {
  const query = useQuery(
    queryOptions({
      queryKey: ['provider'],
      queryFn: ({ signal }) => call(provider, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state: { data } }) =>
        data?.demo === true && historyEveryMs[data.history === null ? 'idle' : 'writing'],
    }),
  )
  return query.data ?? neutral
}
