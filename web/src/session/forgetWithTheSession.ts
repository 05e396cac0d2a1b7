import type { QueryClient } from '@tanstack/react-query'
import { chooseClient } from './chosenClient.ts'
import { forgetKept } from './kept.ts'
import { currentSession, watchSession } from './session.ts'

/**
 * Whoever signs in or out, in this tab or in another one, changes what may be seen: nothing of before stays, and the
 * router decides anew where this person may be.
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
