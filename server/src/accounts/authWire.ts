import type { Session } from '@packboard/contract'
import type { SignedIn } from '@packboard/management'

/** The signed-in person as the browser keeps it. */
export function sessionWire({ token, userId, ...person }: SignedIn): Session {
  return { accessToken: token, id: userId, ...person }
}
