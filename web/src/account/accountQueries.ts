import { account, ownSessions } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** One's own account and what it signs in with. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', 'own'],
    queryFn: ({ signal }) => call(account, {}, signal),
  })

/** One's open sessions. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call(ownSessions, {}, signal),
  })
