import {
  account as accountCall,
  type Confirmation,
  confirmIdentity,
  confirmOptions,
  endOwnSession as endCall,
  endOtherSessions as endOthersCall,
  ownSessions,
  setAccount,
  setAccountEmail,
  setAccountPassword,
} from '@packboard/contract'
import {
  acceptPassword,
  acceptRecoveryCode,
  acceptTotp,
  type ConfirmMethod,
  changeOwnPassword,
  confirmMethods,
  confirmSession,
  endOtherSessions,
  endOwnSession,
  findSession,
  graceOf,
  ownAccount,
  renameSelf,
  requestOwnEmail,
  sessionsOfUser,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, browserOf, wantsFactor } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { emailChangeNote, type MailDeps } from './accountMail.ts'
import type { FactorService } from './factorRule.ts'
import { passwordRulesOf } from './passwordRules.ts'
import { sessionAnswer } from './sessionAnswer.ts'

/** What a person sees and changes of its own account, and its sessions; each call is about the caller and nobody else. */
export function myAccountRoutes(
  app: App,
  deps: Deps & MailDeps,
  access: Access,
  factors: FactorService,
) {
  const route = routesOf(app, 'My account')
  const { management, mail, config } = deps
  const { rule } = factors

  /** The session of this call, as it is stored now. */
  async function sessionOf(request: FastifyRequest) {
    const session = await findSession(management, credential(request))
    if (!session) throw new AppError('session.required')
    return session
  }

  route(accountCall, 'ownAccount', async (request) => {
    const { userId, role } = access.actor(request)
    const { factors: has, ...person } = await ownAccount(management, userId)
    const wanted = wantsFactor(rule.mode, role)
    return {
      ...person,
      factors: {
        mode: rule.mode,
        wanted,
        dueAt: wanted ? await graceOf(management, userId) : null,
        totpSince: has.totpSince,
        passkeys: [...has.passkeys],
        passkeysAt: factors.passkeysAt,
        passkeyObstacle: factors.obstacle,
        recoveryCodes: has.recoveryCodes,
      },
    }
  })

  route(setAccount, 'ownAccount', async (request) => {
    await renameSelf(management, access.actor(request), request.body)
    access.forget(request)
    return { message: 'Success!' }
  })

  route(setAccountEmail, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const change = await requestOwnEmail(management, access.actor(request), request.body.email)
    return { message: `Success! ${emailChangeNote(await mail.confirmEmail(change))}` }
  })

  route(setAccountPassword, { caller: 'ownAccount', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const session = await sessionOf(request)
    const browser = request.headers['user-agent']
    const changed = await changeOwnPassword(management, actor, {
      ...request.body,
      rules: passwordRulesOf(config),
      session: {
        role: session.role,
        way: session.way,
        browserSaved: session.browserSaved,
        confirmedAt: session.confirmedAt,
        address: request.ip,
        ...(browser !== undefined && { browser }),
      },
    })
    access.forget(request)
    mail.inform(changed.owner, { kind: 'passwordChanged' })
    const { userId, username, firstName, role } = session
    const { clientId, clientName, subscriptionLabel, distributorId } = session
    return sessionAnswer(deps, request, {
      ...{ token: changed.token, userId, username, firstName, role },
      ...{ clientId, clientName, subscriptionLabel, distributorId },
      email: null,
      isNewPlace: false,
    })
  })

  /** What was shown to confirm, and what accepts it. */
  function proofOf(
    { code, assertion, recoveryCode, password }: Confirmation,
    userId: number,
  ): { readonly method: ConfirmMethod; readonly accept: () => Promise<unknown> } {
    if (code !== undefined) {
      return { method: 'totp', accept: () => acceptTotp(management, userId, code) }
    }
    if (assertion) {
      const accept = () => factors.passkeys().check(assertion, { purpose: 'show', userId })
      return { method: 'passkey', accept }
    }
    if (recoveryCode !== undefined) {
      const accept = () => acceptRecoveryCode(management, userId, recoveryCode)
      return { method: 'recoveryCode', accept }
    }
    if (password === undefined) throw new AppError('request.invalid')
    return { method: 'password', accept: () => acceptPassword(management, userId, password) }
  }

  route(confirmOptions, 'ownAccount', async (request) => {
    const { userId, way } = await sessionOf(request)
    const methods = await confirmMethods(management, { userId, way, rule })
    const passkey = methods.includes('passkey')
      ? await factors.passkeys().request({ purpose: 'show', userId })
      : null
    return { methods: [...methods], passkey }
  })

  route(confirmIdentity, 'ownAccount', async (request) => {
    const { userId, way } = await sessionOf(request)
    await confirmSession(management, {
      ...{ userId, way, rule },
      token: credential(request),
      address: request.ip,
      ...proofOf(request.body, userId),
    })
    access.forget(request)
    return { message: 'Confirmed.' }
  })

  route(ownSessions, 'ownAccount', async (request) => {
    const { userId, sessionId } = await sessionOf(request)
    const found = await sessionsOfUser(management, userId)
    return {
      sessions: found.map(({ browser, ...session }) => ({
        ...session,
        ...browserOf(browser),
        network: addressBlock(session.address),
        current: session.id === sessionId,
      })),
    }
  })

  route(endCall, 'ownAccount', async (request) => {
    await endOwnSession(management, access.actor(request), request.params.id)
    return { message: 'Success!' }
  })

  route(endOthersCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const ended = await endOtherSessions(management, access.actor(request), credential(request))
    return { message: 'Success!', ended }
  })
}
