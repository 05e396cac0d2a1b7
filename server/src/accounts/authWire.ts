import type { Session } from '@packboard/contract'
import type { SignedIn } from '@packboard/management'
import { givableRoles, may } from '../access/policies.ts'

/** The signed-in person as the browser keeps it, with what the guard would let this person do. */
export function sessionWire({ token, userId, ...person }: SignedIn): Session {
  return {
    accessToken: token,
    id: userId,
    ...person,
    permissions: may(person),
    givableRoles: givableRoles(person),
  }
}
