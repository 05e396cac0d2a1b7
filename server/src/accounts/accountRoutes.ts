import {
  confirmEmail as confirmCall,
  forgotPassword as forgotCall,
  outbox as outboxCall,
  resetPassword as resetCall,
  signUp as signUpCall,
} from '@packboard/contract'
import { addressBlock, checkRegistration, confirmEmail, resetPassword } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/sharedLimit.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'
import { type MailDeps, shownOutbox } from './accountMail.ts'
import { passwordRulesOf } from './passwordRules.ts'

/** For people who are not signed in: registering, and choosing a password by a link (D36 to D39). */
export function accountRoutes(app: App, deps: Deps & MailDeps) {
  const { config, management, mail } = deps
  const rules = passwordRulesOf(config)
  const registrations = turns('sign-up', limits.signUpBurst, limits.signUpsPerSecond)
  const forgotten = turns('forgotten password', limits.forgotBurst, limits.forgotsPerSecond)
  const resets = turns('use of a link', limits.resetBurst, limits.resetsPerSecond)
  // Shown by the demo alone, which is one process.
  const looks = tokenBuckets(
    { burst: limits.outboxBurst, perSecond: limits.outboxesPerSecond },
    deps.now,
  )

  /** Limits a call per address: a burst, and then a number a second. */
  function turns(name: string, burst: number, perSecond: number) {
    const limit = sharedLimit(deps, { name, burst, perSecond })
    return async (request: FastifyRequest) => {
      const wait = await limit.take(addressBlock(request.ip))
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    }
  }

  app.route({
    ...declare(signUpCall, 'Accounts', 'everybody'),
    async handler(request) {
      if (!config.signup) throw new AppError('signup.off')
      await registrations(request)
      const checked = await checkRegistration(management, { ...request.body, rules })
      // Whether the address is known is looked up after this answer is sent (D38).
      mail.register(checked)
      return {
        message:
          'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.',
      }
    },
  })

  app.route({
    ...declare(forgotCall, 'Accounts', 'everybody'),
    async handler(request) {
      await forgotten(request)
      // Whether the address is known is looked up after this answer is sent (D38).
      mail.forgot(request.body.email)
      return { message: 'A reset password link has been sent on the provided email!' }
    },
  })

  app.route({
    ...declare(resetCall, 'Accounts', 'everybody'),
    async handler(request) {
      await resets(request)
      const { resetToken, newPassword, termsAccepted = false } = request.body
      await resetPassword(management, { token: resetToken, newPassword, termsAccepted, rules })
      return { message: 'Your password has been reset!' }
    },
  })

  app.route({
    ...declare(confirmCall, 'Accounts', 'everybody'),
    async handler(request) {
      await resets(request)
      await confirmEmail(management, request.body.emailToken)
      return { message: 'Your e-mail address has been confirmed!' }
    },
  })

  app.route({
    ...declare(outboxCall, 'Accounts', 'everybody'),
    async handler(request) {
      const mails = shownOutbox(deps, request)
      // Where e-mails are really sent, and for callers on other machines, this page does not exist.
      if (!mails) throw new AppError('page.notFound')
      const wait = looks.take(addressBlock(request.ip))
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
      return { mails: mails.map(({ at, ...kept }) => ({ ...kept, at: new Date(at) })) }
    },
  })
}
