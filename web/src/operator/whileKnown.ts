import type { Waiting } from '../ui/Loadable.tsx'

/** What was read before stays when it could not be read again: an operator answers without a network, too. */
export function whileKnown<Data>(query: Waiting<Data>): Waiting<Data> {
  return {
    isPending: query.isPending,
    isError: query.isError && query.data === undefined,
    data: query.data,
    refetch: query.refetch,
    isPaused: query.isPaused ?? false,
  }
}
