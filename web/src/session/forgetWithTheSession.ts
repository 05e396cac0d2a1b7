import type { QueryClient } from '@tanstack/react-query'
import { chooseClient } from './chosenClient.ts'
import { forgetKept } from './kept.ts'
import { currentSession, watchSession } from './session.ts'

/**
 * A sign-in or sign-out, in this tab or in another one, changes what may be seen: all cached data are dropped, and the
 * router decides anew where this user may be.
 */
export function forgetWithTheSession(
  queries: Pick<QueryClient, 'clear'>,
  router: { invalidate(): Promise<void> },
): () => void {
  let before = currentSession()
  return watchSession(() => {
    const now = currentSession()
    if (now?.accessToken === before?.accessToken) return
    if (before) forgetKept(before.id)
    before = now
    queries.clear()
    chooseClient(null)
    void router.invalidate()
  })
}
