import { type Looks, setPreferences } from '@packboard/contract'
import { call } from '../api/call.ts'
import { currentSession } from '../session/session.ts'

/**
 * Stores a choice for the signed-in person. It is shown already and kept in this browser: where it cannot be stored, it holds here, and
 * the next choice is stored.
 */
export function keepLooks(chosen: Partial<Looks>): void {
  if (currentSession() === null) return
  void call(setPreferences, { body: chosen }).catch(() => undefined)
}
