import type { Session } from '@packboard/contract'
import type { SignedIn } from '@packboard/management'
import type { FastifyRequest } from 'fastify'
import { givableRoles, may } from '../access/policies.ts'
import type { MailDeps } from './accountMail.ts'

/**
 * What every sign-in answers: the person as the browser keeps it, with what the guard would let this person do. A sign-in from a place that
 * the account did not use before is written to its owner.
 */
export function sessionAnswer(
  { mail }: MailDeps,
  request: FastifyRequest,
  { token, userId, email, isNewPlace, ...person }: SignedIn,
): Session {
  request.log.info({ user: userId, event: 'signed.in' }, 'A person signed in')
  if (isNewPlace) {
    const { username, firstName } = person
    const browser = request.headers['user-agent'] ?? ''
    mail.inform(
      { userId, username, firstName, email },
      { kind: 'newPlace', browser, address: request.ip },
    )
  }
  return {
    accessToken: token,
    id: userId,
    ...person,
    permissions: may(person),
    givableRoles: givableRoles(person),
  }
}
