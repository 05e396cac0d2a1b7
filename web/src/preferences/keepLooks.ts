import type { Looks } from '@packboard/contract'
import { currentSession } from '../session/session.ts'

/**
 * Stores a choice for the signed-in person. It is shown already and kept in this browser: where it cannot be stored, it holds here, and
 * the next choice is stored.
 */
export function keepLooks(chosen: Partial<Looks>): void {
  if (currentSession() === null) return
  // The call is loaded with the first choice: no page waits for it.
  void import('./storeLooks.ts').then(({ storeLooks }) => storeLooks(chosen)).catch(() => undefined)
}
