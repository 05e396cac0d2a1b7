import type { QueryClient } from '@tanstack/react-query'
import { chooseClient } from '../clients/chosenClient.ts'
import { currentSession, watchSession } from './session.ts'

/**
 * Whoever signs in or out, in this tab or in another one, changes what may be seen: nothing of before stays, and the
 * router decides anew where this person may be.
 */
export function forgetWithTheSession(
  queries: Pick<QueryClient, 'clear'>,
  router: { invalidate(): Promise<void> },
): () => void {
  let person = currentSession()?.accessToken
  return watchSession(() => {
    const now = currentSession()?.accessToken
    if (now === person) return
    person = now
    queries.clear()
    chooseClient(null)
    void router.invalidate()
  })
}
