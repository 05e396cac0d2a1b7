import { useSyncExternalStore } from 'react'
import { clockNow, watchClock } from '../time/useNow.ts'
import { knownNow } from './serverContact.ts'

/**
 * A value derived from how long something has lasted: while the server is lost it stands still, because nobody knows whether it
 * still lasts.
 */
export function useKnownNow<Seen extends string | number | boolean>(
  see: (now: number) => Seen,
): Seen {
  return useSyncExternalStore(watchClock, () => see(Math.min(clockNow(), knownNow())))
}
