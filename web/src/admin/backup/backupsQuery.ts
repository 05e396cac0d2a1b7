import { backups } from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** While one is made its progress is shown; else it is enough to see what the clock began. */
const refreshMs = { running: 1_500, still: 30_000 } as const

/** The backups of the installation, their schedule and retention. */
export const backupsQuery = queryOptions({
  queryKey: ['panel', 'backups'],
  queryFn: ({ signal }) => call(backups, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.running ? refreshMs.running : refreshMs.still),
})
