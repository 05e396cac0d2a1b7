import { type Session, signIn as signInCall, signOut as signOutCall } from '@packboard/contract'
import {
  addressBlock,
  endSession,
  recordEvent,
  type SignedIn,
  signedInBefore,
  signIn,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import { givableRoles, may } from '../access/policies.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import { sharedLimit } from '../http/sharedLimit.ts'
import type { MailDeps } from './accountMail.ts'

/** Sign-in and sign-out (D40). The room management decides the message of a failed sign-in and its throttling. */
export function authRoutes(app: App, deps: Deps & MailDeps, access: Access, streams: LiveStreams) {
  const tries = sharedLimit(deps, {
    name: 'sign-in',
    burst: limits.signInBurst,
    perSecond: limits.signInsPerSecond,
  })

  app.route({
    ...declare(signInCall, 'Sign-in', 'everybody'),
    // The answer holds a token beside text that the caller chose: it is not compressed (T70).
    compress: false,
    async handler(request) {
      const wait = await tries.take(addressBlock(request.ip))
      const { username, password, browserSaved } = request.body
      if (wait > 0) {
        const attempt = { account: username, address: request.ip }
        const known = await signedInBefore(deps.management, attempt)
        if (!known) throw new AppError('signin.throttled', { retryAfter: wait })
      }
      const browser = request.headers['user-agent']
      const signedIn = await signIn(deps.management, {
        username,
        password,
        browserSaved,
        address: request.ip,
        ...(browser !== undefined && { browser }),
      })
      request.log.info({ user: signedIn.userId, event: 'signed.in' }, 'A person signed in')
      return sessionWire(signedIn)
    },
  })

  app.route({
    ...declare(signOutCall, 'Sign-in', 'signOut'),
    async handler(request) {
      const { userId, username, clientId } = access.actor(request)
      await endSession(deps.management, credential(request))
      await recordEvent(deps.management, {
        actorId: userId,
        actorName: username,
        action: 'signOut',
        entity: 'session',
        entityId: userId,
        clientId,
        after: { address: request.ip },
      })
      access.forget(request)
      // Streams of this session on this server end now; on other servers within two seconds.
      await streams.checkNow()
      return { message: 'Signed out.' }
    },
  })
}

/** The signed-in person as the browser keeps it, with what the guard would let this person do. */
function sessionWire({ token, userId, ...person }: SignedIn): Session {
  return {
    accessToken: token,
    id: userId,
    ...person,
    permissions: may(person),
    givableRoles: givableRoles(person),
  }
}
