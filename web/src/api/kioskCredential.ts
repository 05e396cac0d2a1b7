import { kioskTokenPrefix } from '@packboard/contract'

/**
 * What a television shows instead of a session: the token of its wall link. While one is held, calls carry it and not
 * the session that somebody may have in the same browser, and a refusal ends nobody's session.
 */

let held: string | null = null
const listeners = new Set<() => void>()

/** Every call from now on is the television's; null gives them back to the person. */
export function actAsKiosk(token: string | null) {
  held = token === null ? null : `${kioskTokenPrefix}${token}`
}

export function kioskCredential(): string | null {
  return held
}

/** The server knows the link no more, or not now. */
export function noteKioskRefused() {
  for (const listener of listeners) listener()
}

/** Calls back when a call of the television was refused. */
export function watchKioskRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
