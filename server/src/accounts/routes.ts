import {
  confirmEmail as confirmCall,
  forgotPassword as forgotCall,
  outbox as outboxCall,
  resetPassword as resetCall,
  signIn as signInCall,
  signOut as signOutCall,
  signUp as signUpCall,
} from '@packboard/contract'
import {
  checkRegistration,
  confirmEmail,
  endSession,
  type RateLimit,
  recordEvent,
  resetPassword,
  signedInBefore,
  signIn,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import { sharedLimit, tokenBuckets } from '../http/tokenBucket.ts'
import { type MailDeps, shownOutbox } from './accountMail.ts'
import { passwordRulesOf } from './passwordRules.ts'
import { sessionAnswer } from './sessionAnswer.ts'

/** Sign-in and sign-out (D40). The room management decides the message of a failed sign-in and its throttling. */
export function authRoutes(app: App, deps: Deps & MailDeps, access: Access, streams: LiveStreams) {
  const route = routesOf(app, 'Sign-in')

  const tries = sharedLimit(deps, {
    name: 'sign-in',
    ...limits.signIns,
  })

  route(signInCall, { caller: 'everybody', answersToken: true }, async (request) => {
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
    return sessionAnswer(request, signedIn)
  })

  route(signOutCall, 'signOut', async (request) => {
    const { userId, username, clientId } = access.actor(request)
    await endSession(deps.management, credential(request))
    await recordEvent(deps.management, { userId, username }, 'signOut', 'session', {
      id: userId,
      clientId,
      after: { address: request.ip },
    })
    access.forget(request)
    // Streams of this session on this server end now; on other servers within two seconds.
    await streams.checkNow()
    return { message: 'Signed out.' }
  })
}

/** For people who are not signed in: registering, and choosing a password by a link (D36 to D39). */
export function accountRoutes(app: App, deps: Deps & MailDeps) {
  const route = routesOf(app, 'Accounts')

  const { config, management, mail } = deps
  const rules = passwordRulesOf(config)
  const registrations = turns('sign-up', limits.signUps)
  const forgotten = turns('forgotten password', limits.forgots)
  const resets = turns('use of a link', limits.resets)
  // Shown by the demo alone, which is one process.
  const looks = tokenBuckets(limits.outboxes, deps.now)

  /** Limits a call per address: a burst, and then a number a second. */
  function turns(name: string, size: Omit<RateLimit, 'name'>) {
    const limit = sharedLimit(deps, { name, ...size })
    return async (request: FastifyRequest) => {
      const wait = await limit.take(addressBlock(request.ip))
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    }
  }

  route(signUpCall, 'everybody', async (request) => {
    if (!config.signup) throw new AppError('signup.off')
    await registrations(request)
    const checked = await checkRegistration(management, { ...request.body, rules })
    // Whether the address is known is looked up after this answer is sent (D38).
    mail.register(checked)
    return {
      message:
        'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.',
    }
  })

  route(forgotCall, 'everybody', async (request) => {
    await forgotten(request)
    // Whether the address is known is looked up after this answer is sent (D38).
    mail.forgot(request.body.email)
    return { message: 'A reset password link has been sent on the provided email!' }
  })

  route(resetCall, 'everybody', async (request) => {
    await resets(request)
    const { resetToken, newPassword, termsAccepted = false } = request.body
    await resetPassword(management, { token: resetToken, newPassword, termsAccepted, rules })
    return { message: 'Your password has been reset!' }
  })

  route(confirmCall, 'everybody', async (request) => {
    await resets(request)
    await confirmEmail(management, request.body.emailToken)
    return { message: 'Your e-mail address has been confirmed!' }
  })

  route(outboxCall, 'everybody', async (request) => {
    const mails = shownOutbox(deps, request)
    // Where e-mails are really sent, and for callers on other machines, this page does not exist.
    if (!mails) throw new AppError('page.notFound')
    const wait = looks.take(addressBlock(request.ip))
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    return { mails: mails.map(({ at, ...kept }) => ({ ...kept, at: new Date(at) })) }
  })
}
