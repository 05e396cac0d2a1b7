import { kioskTokenPrefix } from '@packboard/contract'
import { listeners } from '../listeners.ts'

/**
 * What a television or a tablet sends instead of a session: the token of its link, and behind it the pass of the name that was
 * chosen. While one is held, calls carry it and not
 * the session that a user may have in the same browser, and a refusal ends no session.
 */

let held: string | null = null
const { watch, notify } = listeners()

/** From now on every call carries this token; null returns to the session. */
export function actAsKiosk(token: string | null) {
  held = token === null ? null : `${kioskTokenPrefix}${token}`
}

export function kioskCredential(): string | null {
  return held
}

/** The server no longer accepts the link, or not now. */
export const noteKioskRefused = notify

/** Calls back when a call of the television was refused. */
export const watchKioskRefused = watch
