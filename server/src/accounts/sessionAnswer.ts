import type { Session } from '@packboard/contract'
import type { SignedIn } from '@packboard/management'
import type { FastifyRequest } from 'fastify'
import { givableRoles, may } from '../access/policies.ts'

/** What every sign-in answers: the person as the browser keeps it, with what the guard would let this person do. */
export function sessionAnswer(
  request: FastifyRequest,
  { token, userId, ...person }: SignedIn,
): Session {
  request.log.info({ user: userId, event: 'signed.in' }, 'A person signed in')
  return {
    accessToken: token,
    id: userId,
    ...person,
    permissions: may(person),
    givableRoles: givableRoles(person),
  }
}
